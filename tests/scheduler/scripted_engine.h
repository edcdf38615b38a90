#pragma once

#include "ports/engine.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>
#include <map>
#include <vector>

namespace ph::test {

/// An engine that does what the test says: what it was asked stands in its lists, what it "sees" is said by see(). All
/// on the logic thread.
class ScriptedEngine final : public Engine {
public:
    explicit ScriptedEngine(boost::asio::any_io_executor executor) : m_changed(executor) {}

    std::vector<LaunchRequest> launches;
    std::vector<TaskRunId> stops;
    std::vector<TaskRunId> removals;
    Result<> launchAnswer;
    bool absent = false;  ///< there is nobody to ask about the node
    NodeInventory node{"scripted", {cores(4), gibibytes(8), gibibytes(100), {}}, {}, {}};
    /// Called in each launch, before it is answered.
    std::function<void(const LaunchRequest&)> onLaunch = [](const LaunchRequest&) {};

    void see(TaskObservation seen) {
        m_seen[seen.id] = {++m_position, std::move(seen)};
        m_changed.cancel();
    }
    void seeRunning(TaskRunId id) { see({id, TaskRunState::Running, {}, std::nullopt, {1}, {}}); }
    void seeEnded(TaskRunId id, Reason reason) {
        see({id, TaskRunState::Ended, std::move(reason), TaskExit{}, {1}, {2}});
    }

    Async<NodeInventory> inventory() override {
        if (absent) co_return Error(kUnavailable);
        co_return node;
    }
    Async<> launch(LaunchRequest request) override {
        onLaunch(request);
        launches.push_back(std::move(request));
        co_return launchAnswer;
    }
    Async<> stop(TaskRunId id, std::chrono::milliseconds) override {
        stops.push_back(id);
        seeEnded(id, {ReasonCode::Signal, {{"signal", "15"}}});
        co_return Result<>();
    }
    Async<> remove(TaskRunId id) override {
        removals.push_back(id);
        m_seen.erase(id);
        co_return Result<>();
    }
    Async<Observations> observe(std::uint64_t since, std::chrono::milliseconds wait) override {
        if (m_position <= since && wait.count() > 0) {
            m_changed.expires_after(wait);
            boost::system::error_code ignored;
            co_await m_changed.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        }
        Observations news{m_position, {}};
        for (const auto& [id, seen] : m_seen)
            if (seen.first > since) news.tasks.push_back(seen.second);
        co_return news;
    }
    Async<Collected> collect(TaskRunId, std::vector<std::string> patterns, BlobStore&) override {
        Collected collected;
        for (const auto& path : patterns) collected.outputs.push_back({path, "sha256:" + std::string(64, 'a'), 3});
        co_return collected;
    }
    Async<std::vector<UsageSample>> nodeSamples(std::size_t) override { co_return std::vector<UsageSample>(); }

private:
    std::uint64_t m_position = 1;
    std::map<TaskRunId, std::pair<std::uint64_t, TaskObservation>> m_seen;
    boost::asio::steady_timer m_changed;
};

}  // namespace ph::test
