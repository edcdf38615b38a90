#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ph::shim {

/// Descriptors of `ph-shim launch` before it has a task: what to prepare, and a socket over which the task's
/// descriptors come. If the socket ends instead, so does the launcher. A new network is offered back over it: one
/// message with the helper's process id as text and two descriptors, the network's namespace and its user namespace.
inline constexpr int kPreparationFd = 3;
inline constexpr int kHandOverFd = 4;
inline constexpr int kJoinNetworkFd = 5;  ///< only to join one
inline constexpr int kJoinUserFd = 6;
inline constexpr int kLifeEndFd = 11;  ///< only to make one: what its helper watches

/// The task's descriptors in the order in which they are handed over; `ph-shim run` still has those before kProcessFd.
inline constexpr int kErrorFd = 2;  ///< for what bwrap complains about
inline constexpr int kPlanFd = 3;
inline constexpr int kSocketFd = 4;  ///< listening
inline constexpr int kLogFd = 5;
inline constexpr int kRecordFd = 6;  ///< its flock is held for as long as the task's first process lives
inline constexpr int kMetricsFd = 7;
inline constexpr int kProcessFd = 8;  ///< launcher only: process ids as seen from the host
inline constexpr int kSeccompFd = 9;  ///< launcher only
inline constexpr int kHandedOver[] = {kErrorFd,  kPlanFd,    kSocketFd,  kLogFd,
                                      kRecordFd, kMetricsFd, kProcessFd, kSeccompFd};
inline constexpr int kLifeFd = 10;  ///< a network's helper ends when its last copy is closed; absent without one

/// What a launcher does before it has a task.
struct Preparation {
    std::vector<std::string> cgroups;  ///< files that "0" is written to
    std::vector<std::string> network;  ///< slirp4netns and its arguments before the process id; empty: none
    std::string networkDevice;
    bool join = false;  ///< the network is there already
};

/// What `ph-shim launch` and `ph-shim run` need to know of a task; it travels in an anonymous file, so that secrets are
/// in no command line and on no disk. Both are of one build: the form is not part of the protocol.
struct Plan {
    // launch
    std::vector<std::string> sandbox;  ///< bwrap and its arguments
    std::uint64_t processLimit = 0;    ///< RLIMIT_NPROC; 0: as it is
    // run
    std::vector<std::string> command;
    std::vector<std::string> environment;
    std::string workingDirectory;
    std::uint32_t uid = 0;  ///< with gid: whom to become; 0: stay
    std::uint32_t gid = 0;
    std::int64_t timeLimitMillis = 0;  ///< 0: none
    std::uint32_t graceMillis = 10'000;
    std::int64_t logLimit = 0;
    std::int64_t metricsLimit = 0;
    std::int64_t memoryLimit = 0;   ///< watched; 0: the kernel holds it
    std::int64_t groupMemory = 0;   ///< limit of the control group that we are alone in; 0: none to ask for kills
    std::int64_t scratchLimit = 0;  ///< watched; 0: none
    std::string networkDevice;      ///< must exist when the task starts; empty: whatever there is
};

std::string encode(const Preparation& preparation);
std::optional<Preparation> decodePreparation(std::string_view bytes);
std::string encode(const Plan& plan);
std::optional<Plan> decodePlan(std::string_view bytes);

}  // namespace ph::shim
