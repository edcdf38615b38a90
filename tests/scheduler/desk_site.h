#pragma once

#include "scheduler/builders.h"
#include "scheduler/planning_desk.h"

#include <algorithm>
#include <optional>

namespace ph::test {

using namespace std::chrono_literals;

/// A desk with what the scheduler would tell it: jobs and runs by number, of users and organisations by number. What a
/// plan starts begins to run, except what `unwritten` names.
class DeskSite {
public:
    struct Running {
        Placement placement;
        WaitingJob job;
    };

    explicit DeskSite(std::vector<DeskNode> nodes) { setNodes(std::move(nodes)); }

    void setNodes(std::vector<DeskNode> nodes) {
        m_nodes = nodes;
        m_news.nodes = std::move(nodes);
    }
    const std::vector<DeskNode>& nodes() const { return m_nodes; }

    int submit(Resources asked, std::chrono::seconds limit = 1h, int user = 1, int org = 1, int priority = 0) {
        const int number = ++m_number;
        WaitingJob job{
            idOf<JobId>(number), idOf<OrgId>(org), idOf<UserId>(user), priority, {(now + 1us * number).count()},
            {limit.count()},     std::move(asked)};
        m_waiting[number] = job;
        m_news.jobs.emplace_back(job);
        return number;
    }
    void setQueue(int org, const QueueSettings& settings) {
        m_queues[idOf<OrgId>(org)] = settings;
        m_news.queues = m_queues;
    }
    /// Says something about a waiting job that was said before.
    void repeat(int number) { m_news.jobs.emplace_back(m_waiting.at(number)); }
    void change(int number, int priority) {
        m_waiting.at(number).priority = priority;
        repeat(number);
    }
    void withdraw(int number) {
        m_waiting.erase(number);
        m_news.jobs.emplace_back(idOf<JobId>(number));
    }
    void end(int number) {
        running.erase(number);
        m_news.runs.emplace_back(idOf<TaskRunId>(number));
    }
    /// What ran before this desk did.
    void adopt(int number, NodeId node, Resources held, std::vector<std::string> given, std::chrono::seconds limit) {
        m_news.runs.emplace_back(begun(number, node, held, std::move(given), limit));
        running[number] = {{idOf<JobId>(number), node, {}}, {}};
    }
    void cycle(std::vector<int> unwritten = {}) {
        m_news.now = now;
        last = desk.plan(std::exchange(m_news, {}));
        for (const auto& start : last.starts) {
            const int number = numberOf(start.job);
            if (std::ranges::find(unwritten, number) != unwritten.end()) {
                m_news.undone.push_back(start.job);
                continue;
            }
            auto job = m_waiting.extract(number).mapped();
            m_news.runs.emplace_back(begun(number, start.node, job.resources, start.accelerators,
                                           std::chrono::seconds(job.timeLimit.value)));
            m_news.jobs.emplace_back(start.job);
            running[number] = {start, std::move(job)};
        }
    }

    bool runs(int number) const { return running.contains(number); }
    const Placement& placement(int number) const { return running.at(number).placement; }
    std::optional<PromisedRoom> promised(int number) const {
        for (const auto& one : last.outlook.promised)
            if (one.job == idOf<JobId>(number)) return one;
        return std::nullopt;
    }

    std::chrono::microseconds now = 1000h;
    PlanningDesk desk{0us};
    DeskPlan last;
    std::map<int, Running> running;

private:
    int numberOf(JobId id) const {
        for (const auto& [number, job] : m_waiting)
            if (job.id == id) return number;
        return 0;
    }
    BegunRun begun(int number, NodeId node, const Resources& held, std::vector<std::string> given,
                   std::chrono::seconds limit) const {
        const auto waiting = running.find(number);
        Allocation allocation;
        allocation.taskRun = idOf<TaskRunId>(number);
        allocation.job = idOf<JobId>(number);
        allocation.org = waiting == running.end() ? idOf<OrgId>(1) : waiting->second.job.org;
        allocation.owner = waiting == running.end() ? idOf<UserId>(1) : waiting->second.job.owner;
        allocation.node = node;
        allocation.cpu = held.cpu;
        allocation.memory = held.memory;
        allocation.scratch = held.scratch;
        allocation.accelerators = std::move(given);
        allocation.from = {now.count()};
        return {allocation, {limit.count()}};
    }

    std::vector<DeskNode> m_nodes;
    DeskNews m_news;
    std::map<OrgId, QueueSettings> m_queues;
    std::map<int, WaitingJob> m_waiting;
    int m_number = 0;
};

inline DeskNode deskNode(int number, std::int64_t cpuCores, std::int64_t memoryGib,
                         std::vector<Accelerator> accelerators = {}) {
    return {idOf<NodeId>(number), true, node(number, cpuCores, memoryGib, std::move(accelerators)).total};
}

}  // namespace ph::test
