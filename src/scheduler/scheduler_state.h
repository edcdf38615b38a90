#pragma once

#include "scheduler/desk_news.h"
#include "scheduler/job_queue.h"
#include "scheduler/node_board.h"

#include <chrono>
#include <unordered_map>

namespace ph {

/// A TaskRun that was decided and has not been seen to its end.
struct LiveRun {
    JobId job;
    NodeId node;
    bool launching = false;                    ///< engine.launch() is under way
    bool stopping = false;                     ///< engine.stop() was asked for
    bool ending = false;                       ///< its outputs are being collected
    bool overdue = false;                      ///< the guard, not the shim, ended it for its time limit
    std::chrono::microseconds runningSince{};  ///< monotonic; zero before it runs
};

/// What the parts of the scheduler share, on the logic thread.
struct SchedulerState {
    JobQueue queue;
    NodeBoard board;
    std::unordered_map<TaskRunId, LiveRun> live;
    Outlook outlook;  ///< of the last plan
};

}  // namespace ph
