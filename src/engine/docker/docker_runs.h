#pragma once

#include "engine/accelerators.h"
#include "engine/docker/container_files.h"
#include "engine/docker/container_spec.h"
#include "engine/docker/docker_client.h"
#include "engine/docker/docker_options.h"
#include "engine/task/run_table.h"
#include "engine/task/user_ids.h"

#include <boost/asio/steady_timer.hpp>

#include <optional>
#include <set>
#include <string>

namespace ph::engine {

/// A run that is a container.
struct DockerRun final : Run {
    using Run::Run;
    std::optional<LaunchRequest> request;  ///< until its container has begun; has secrets
    std::string container;                 ///< empty: none yet, or not known
    FileDescriptor plan;                   ///< holds the plan's pipe until the shim has read it
    std::string complaint;                 ///< of a start that failed, perhaps
    int recordWatch = -1;
    bool bringingUp = false;
    bool settling = false;
    bool settleLater = false;  ///< asked for while it was brought up
};

/// All runs of one Docker host: their containers, found again by the site's label. A run's folder tells by itself
/// whether it has begun, lives or has ended, so the host need not answer for that; it is asked why a run ended without
/// a record.
class DockerRuns final : public RunTable {
public:
    DockerRuns(boost::asio::any_io_executor executor, const DockerEngineOptions& options, std::string nodeName);

    /// Takes over what an earlier controller left. `accelerators` must outlive it.
    Async<> adopt(const AcceleratorCatalogue& accelerators);
    /// Follows the host's events and tidies up after each connection, until close().
    boost::asio::awaitable<void> follow();
    /// What the host has, or why it does not answer.
    const Result<DockerHost>& host() const { return m_host; }
    /// Greets the host anew.
    Async<DockerHost> greet();
    void letGo();

private:
    std::shared_ptr<Run> make(const TaskRunId& id) override;
    Async<Put> put(std::shared_ptr<Run> run, LaunchRequest request) override;
    void begin(const std::shared_ptr<Run>& run) override;
    void kill(const std::shared_ptr<Run>& run) override;
    void onStarted(Run& run) override;
    void onEnded(Run& run) override;
    void release(Run& run) override;

    std::shared_ptr<DockerRuns> self() { return std::static_pointer_cast<DockerRuns>(shared_from_this()); }
    Result<RunClaim> claim(const LaunchRequest& request);
    boost::asio::awaitable<void> bringUp(std::shared_ptr<DockerRun> run);
    /// The steps of bringUp(); the reason of the first that fails, nothing if the container was told to start.
    boost::asio::awaitable<std::optional<Reason>> steps(std::shared_ptr<DockerRun> run);
    Async<std::vector<std::string>> haveImage(std::shared_ptr<DockerRun> run, std::string image);
    Async<std::string> haveNetwork(const LaunchRequest& request);
    std::string planOf(const LaunchRequest& request, const RunClaim& claim,
                       const std::vector<std::string>& image) const;
    boost::asio::awaitable<void> fail(std::shared_ptr<DockerRun> run, Reason reason);

    void watchRecord(const std::shared_ptr<DockerRun>& run);
    void look(const std::shared_ptr<DockerRun>& run);
    boost::asio::awaitable<void> readRecord(std::shared_ptr<DockerRun> run);
    void settle(const std::shared_ptr<DockerRun>& run);
    boost::asio::awaitable<void> settleNow(std::shared_ptr<DockerRun> run);
    /// What the host says of a container that is over; nothing while it goes on. Asks until it is answered.
    boost::asio::awaitable<std::optional<ContainerEnd>> askForEnd(std::shared_ptr<DockerRun> run);
    bool givenUp(const DockerRun& run) const { return m_closed || run.killed; }
    void discard(std::string container);
    boost::asio::awaitable<void> tidy();
    boost::asio::awaitable<void> pause(std::chrono::milliseconds time);
    void spawn(boost::asio::awaitable<void> work);
    std::string label() const { return std::string(kSiteLabel) + "=" + m_site; }

    const DockerEngineOptions m_options;
    DockerClient m_client;
    UserIds m_users;
    const AcceleratorCatalogue* m_accelerators = nullptr;
    std::string m_site;
    std::set<std::string> m_networks;  ///< that are there
    Result<DockerHost> m_host;
    std::shared_ptr<DockerEvents> m_events;
    ChangeSignal m_closing;
};

}  // namespace ph::engine
