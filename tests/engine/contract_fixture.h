#pragma once

#include "base/random.h"
#include "engine/docker/docker_engine.h"
#include "engine/process/process_engine.h"
#include "store/blobs/folder_blob_store.h"
#include "support/docker_host.h"
#include "support/logic_thread.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ph::test {

/// What every engine can be told.
struct ContractLimits {
    Bytes log = gibibytes(2);
    int processes = 4096;
    std::vector<std::string> simulated;
};

/// A started engine with its data folder and blobs. Which engine it is, the parameter says: "process", or "docker" and
/// "podman" with a real host, whose tasks find the machine's /usr in an image of links.
class EngineContract : public ::testing::TestWithParam<std::string> {
protected:
    EngineContract();
    ~EngineContract() override;

    /// Destroys the engine object as a controller's end does, and makes the next one after `meanwhile`.
    void restart(const std::function<void()>& meanwhile = {});
    void restartWith(const ContractLimits& limits);
    /// The same with options of one engine.
    void restartProcess(std::function<void(ProcessEngineOptions&)> change);
    void restartDocker(std::function<void(DockerEngineOptions&)> change);
    bool containers() const { return GetParam() != "process"; }
    /// What runs the containers.
    DockerHost& host() const { return dockerHost(kind()); }
    DockerHost::Kind kind() const {
        return GetParam() == "podman" ? DockerHost::Kind::Podman : DockerHost::Kind::Docker;
    }
    void SetUp() override;

    LaunchRequest request(std::vector<std::string> command);
    LaunchRequest shell(const std::string& script) { return request({"/bin/sh", "-c", script}); }
    TaskRunId launch(LaunchRequest request);
    /// Launches and waits for its end.
    TaskObservation run(LaunchRequest request);
    TaskObservation waitFor(TaskRunId id, TaskRunState state, std::chrono::seconds most = std::chrono::seconds(30));
    TaskObservation waitForEnd(TaskRunId id, std::chrono::seconds most = std::chrono::seconds(30));
    /// "exit-code code=3"
    static std::string text(const Reason& reason);
    /// Waits until the log holds `text`.
    void waitForLog(TaskRunId id, const std::string& text);
    std::string log(TaskRunId id);
    /// What is there now.
    std::string log(TaskRunId id, std::int64_t offset);
    std::string blob(const std::string& text);
    std::string blobText(const std::string& digest) const;
    /// Everything that a channel says until it ends.
    struct Said {
        std::string out;
        std::string err;
        int exitCode = 0;
        std::string failure;
    };
    Said listen(TaskChannel& channel);
    /// Destroys a channel where it lives.
    static boost::asio::awaitable<bool> close(std::unique_ptr<TaskChannel> channel);
    /// The host's number of the task's first process; 0 if there is none.
    pid_t shimOf(TaskRunId id) const;
    std::string workFolder(TaskRunId id) const { return m_folder.path() + "/runs/" + id.str() + "/work"; }
    std::string dataFolder() const { return m_folder.path(); }

    template <class T>
    T on(boost::asio::awaitable<T> work) {
        return m_logic.run(std::move(work));
    }
    Engine& engine() { return *m_engine; }
    TaskStream& streams() { return *m_streams; }
    /// Begins something that waits, beside what comes after it.
    template <class T>
    std::future<T> begin(boost::asio::awaitable<T> work) {
        return startOn(m_logic.io(), std::move(work));
    }
    FolderBlobStore& blobs() { return *m_blobs; }
    static OrgId organisation(int number = 1);

private:
    void begin();
    template <class E, class Options>
    void beginAs(Options options);
    ContractLimits m_limits;
    std::function<void(ProcessEngineOptions&)> m_process;
    std::function<void(DockerEngineOptions&)> m_docker;
    TemporaryFolder m_folder;
    SystemRandom m_random;
    LogicThread m_logic;
    std::unique_ptr<FolderBlobStore> m_blobs;
    std::unique_ptr<Engine> m_engine;
    TaskStream* m_streams = nullptr;
    std::vector<TaskRunId> m_launched;
};

}  // namespace ph::test
