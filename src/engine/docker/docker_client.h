#pragma once

#include "engine/docker/docker_errors.h"
#include "engine/docker/docker_transport.h"
#include "engine/docker/json_lines.h"

#include <boost/json/value.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ph::engine {

struct DockerHost {
    std::string version;  ///< of the program
    std::string api;      ///< what both sides speak, "1.41"
    std::int64_t cpus = 0;
    std::int64_t memory = 0;  ///< bytes
    bool limitsMemory = false;
    bool limitsCpu = false;
    bool mapsUsers = false;  ///< rootless or userns-remap: root inside is somebody else outside
    std::map<std::string, std::string> labels;
};

struct ContainerState {
    std::string id;
    std::string status;  ///< "created", "running", "exited", ...
    bool running = false;
    bool outOfMemory = false;
    std::string error;  ///< why it could not start
    std::map<std::string, std::string> labels;
};

/// Events one by one.
class DockerEvents {
public:
    explicit DockerEvents(std::shared_ptr<HttpBody> body) : m_body(std::move(body)) {}
    /// The next one, nothing after the last.
    Async<std::optional<boost::json::value>> next();
    void close() { m_body->close(); }

private:
    std::shared_ptr<HttpBody> m_body;
    JsonLines m_lines;
    std::deque<boost::json::value> m_ready;
};

/// Calls of the Docker Engine API over its Unix socket, which Podman's service answers too. Any version from kOldest to
/// kNewest; greet() agrees on one. Every call has a deadline; errors as in docker_errors.h. The client must outlive its
/// calls.
class DockerClient {
public:
    static constexpr int kOldest = 40;  ///< 1.40: Docker 19.03
    static constexpr int kNewest = 51;
    static constexpr std::chrono::milliseconds kDeadline{30'000};

    DockerClient(boost::asio::any_io_executor executor, std::string socket)
        : m_transport(std::move(executor), std::move(socket)) {}

    /// Agrees on a version and asks what the host has. Every other call does so first where none has.
    Async<DockerHost> greet();

    /// The environment of an image's configuration; nothing if it is not there.
    Async<std::optional<std::vector<std::string>>> imageEnvironment(std::string image);
    /// Until the image is there. `goOn` hears each line of progress ("status id") and may end the pull (kUnavailable).
    Async<> pull(std::string image, std::function<bool(const std::string&)> goOn);

    /// kEngineConflict if the name is taken. Returns the container's id.
    Async<std::string> create(std::string name, boost::json::value spec);
    Async<> start(std::string container);
    Async<> kill(std::string container);
    /// With its anonymous volumes, running or not. One that is gone is no error.
    Async<> remove(std::string container);
    /// Nothing if there is none.
    Async<std::optional<ContainerState>> inspect(std::string container);
    /// Containers in any state with the label.
    Async<std::vector<ContainerState>> list(std::string label);
    /// Makes a bridge network unless there is one of that name.
    Async<> ensureNetwork(std::string name, std::map<std::string, std::string> labels);
    /// Removes networks with the label that no container uses.
    Async<> pruneNetworks(std::string label);
    /// The ends of containers with the label, from now on.
    Async<std::shared_ptr<DockerEvents>> ends(std::string label);

    const std::string& socket() const { return m_transport.socket(); }

private:
    struct Query {
        std::string path;
        std::string body;
        std::string verb = "GET";
        std::chrono::milliseconds deadline = kDeadline;
    };
    /// The answer whatever its status.
    Async<HttpAnswer> ask(Query query);
    /// The answer's JSON; other statuses than 2xx and 304 are errors.
    Async<boost::json::value> call(Query query);
    Async<std::string> agree();

    DockerTransport m_transport;
    std::string m_prefix;  ///< "/v1.41"; empty: not agreed yet
    std::string m_version;
};

}  // namespace ph::engine
