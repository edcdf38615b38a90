#pragma once

#include "base/error.h"
#include "ports/engine.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ph::engine {

inline constexpr ErrorId kNamespacesForbidden{"namespaces-forbidden", ErrorKind::Unavailable};
inline constexpr ErrorId kSandboxMissing{"sandbox-missing", ErrorKind::Unavailable};

/// Where a task's network comes from.
enum class NetworkPath { Host, Helper, None };

/// The parts of a sandbox that differ between tasks.
struct SandboxRequest {
    std::string hostName;
    std::string work;  ///< on the node; becomes kWork
    std::vector<LaunchMount> mounts;
    std::vector<std::string> devices;
    bool systemTree = false;  ///< /sys read-only, for accelerators
    Bytes sharedMemory;
    NetworkPath network = NetworkPath::Host;
    std::uint32_t uid = 0;  ///< whom the shim becomes, when we are root
};

/// Builds bwrap's arguments: an allow-list of the system, a synthesised /etc, nothing of the controller's data.
class Sandbox {
public:
    static constexpr const char* kShimPlace = "/run/ph/shim";

    /// `folder` is kept by the sandbox for what it shares between tasks.
    Sandbox(std::string bwrap, std::string shim, std::string folder);

    /// Writes the filter and tries an empty sandbox. kNamespacesForbidden or kSandboxMissing with bwrap's own words as
    /// detail.
    Result<> prepare() const;
    Result<std::vector<std::string>> arguments(const SandboxRequest& request) const;
    std::string filterFile() const { return m_folder + "/seccomp.bpf"; }
    bool root() const { return m_root; }

private:
    Result<std::string> configuration(std::uint32_t uid, NetworkPath network) const;
    std::vector<std::string> base() const;

    std::string m_bwrap;
    std::string m_shim;
    std::string m_folder;
    bool m_root;
    mutable std::mutex m_mutex;
    mutable std::map<std::string, std::string> m_configurations;  ///< those written by this process
};

}  // namespace ph::engine
