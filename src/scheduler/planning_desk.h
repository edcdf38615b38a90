#pragma once

#include "planner/explanation/explainer.h"
#include "planner/planning/planner.h"
#include "ports/explainer.h"
#include "scheduler/desk_news.h"

#include <map>
#include <unordered_map>

namespace ph {

/// What one task asks for, in the planner's units.
placement::JobShape shapeOf(const Resources& asked);

/// Keeps the planner told of what changed, and puts its decisions in the scheduler's words: jobs, nodes and cards by
/// their ids. A queue for each organisation, and below it one for each user. One thread: the planner's.
class PlanningDesk {
public:
    /// `endSlack`: how long past its time limit a task may hold its room.
    explicit PlanningDesk(std::chrono::microseconds endSlack);

    /// Takes in the news, and decides. What it decides runs for the planner, until `undone` or an ended run says else.
    DeskPlan plan(const DeskNews& news);

    /// What it knows of a job that waits, as of its last plan; nullopt if it knows none. Changes no decision, as
    /// whatIf() does not.
    std::optional<Foresight> explain(JobId job, DeskTime time);
    Foresight whatIf(const ProposedJob& job, DeskTime time);

private:
    using RequestId = planning::RequestId;
    using Micros = planning::Micros;

    struct Node {
        placement::NodeIndex index = 0;
        NodeCapacity capacity;
        std::vector<std::string> cards;  ///< ids by their place in the class
    };
    struct Organisation {
        QueueSettings settings;
        std::optional<queues::QueueIndex> queue;  ///< once somebody of it was seen
        std::map<UserId, queues::QueueIndex> users;
    };
    struct Run {
        RequestId request = 0;
        BegunRun begun;
    };

    void takeNodes(const std::vector<DeskNode>& nodes, bool known);
    void seat(const DeskNode& node);
    void setCapacity();
    void setQueues(const std::map<OrgId, QueueSettings>& queues);
    void undo(JobId job);
    void begin(const BegunRun& run);
    void end(TaskRunId run);
    void adopt(RequestId id, const BegunRun& run);
    void take(const WaitingJob& job);
    void withdraw(JobId job);
    void retryMisfits();
    bool fitsSomewhere(placement::ShapeId shape);
    queues::QueueIndex queueOf(OrgId org, UserId owner);
    planning::Request requestOf(RequestId id, const WaitingJob& job);
    Micros limitOf(Seconds timeLimit) const;
    Foresight foresee(const ProposedJob& job, DeskTime time);
    Foresight tell(const explanation::Explanation& known, DeskTime time) const;
    std::map<RequestId, JobId> jobsOf(const std::vector<explanation::Blocker>& blockers) const;
    std::optional<RequestChange> changeOf(const explanation::Change& change) const;
    Placement placementOf(const planning::Start& start) const;
    Outlook outlook(const std::vector<planning::Promise>& promises) const;

    const Micros m_endSlack;
    Micros m_now{};
    planning::Planner m_planner;
    explanation::Explainer m_explainer{m_planner};
    std::map<NodeId, Node> m_nodes;
    std::vector<NodeId> m_nodeIds;  ///< by index
    std::map<OrgId, Organisation> m_organisations;
    std::vector<UserId> m_owners;  ///< by queue; of none for an organisation's
    RequestId m_lastId = 0;
    std::unordered_map<JobId, RequestId> m_requests;  ///< waiting, or decided and not begun
    std::unordered_map<RequestId, JobId> m_jobs;      ///< the same the other way round
    std::unordered_map<TaskRunId, Run> m_runs;
    std::unordered_map<JobId, WaitingJob> m_misfits;  ///< have room on no node, were it empty
};

}  // namespace ph
