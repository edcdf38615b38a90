#pragma once

#include "support/program.h"

#include <map>
#include <memory>
#include <string>

namespace ph::test {

/// A dockerd, or Podman's service, of the system's packages with everything of its own in a temporary folder, in
/// network, mount and process namespaces of its own: it touches neither the machine's network nor its files, and
/// nothing of it outlives the test. Needs root. Stopped when destroyed, or when the test dies.
class DockerHost {
public:
    enum class Kind { Docker, Podman };

    /// Throws std::runtime_error with the end of its log if it does not come up.
    explicit DockerHost(Kind kind);
    ~DockerHost();

    /// Whether this machine has what a host needs: root, namespaces and the package.
    static bool possible(Kind kind);

    std::string socket() const { return m_folder.path() + "/docker.sock"; }
    std::string dataFolder() const { return m_folder.path() + "/data"; }
    /// Makes an image of a folder's contents, without any network.
    void importImage(const std::string& folder, const std::string& name);
    /// The body of GET `path`, or of another verb with a JSON body.
    std::string ask(const std::string& path, const std::string& verb = "GET", const std::string& body = {}) const;
    /// As a crash of the daemon would; a new one comes up by itself, and containers go on.
    void crash();
    /// Until resume() it neither answers nor refuses.
    void freeze();
    void resume();
    void waitUntilUp();

private:
    void signalDaemon(int number);
    void removeGroups() const;

    Kind m_kind;
    TemporaryFolder m_folder;
    std::string m_group;
    std::unique_ptr<BackgroundProgram> m_host;
};

/// One host of a kind for all tests of this program, started at the first call, with two images: "files", a root of
/// links into a /usr that is mounted, and "tools", busybox alone.
DockerHost& dockerHost(DockerHost::Kind kind = DockerHost::Kind::Docker);

}  // namespace ph::test
