#include "domain/jobs/job_state.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ph {

namespace {

using enum JobState;

constexpr std::array kJobSteps{
    std::pair{AwaitingApproval, Queued},   std::pair{AwaitingApproval, Stopped},
    std::pair{Queued, Starting},           std::pair{Queued, Stopped},          std::pair{Queued, Failed},
    std::pair{Starting, Running},          std::pair{Starting, Stopping},       std::pair{Starting, Queued},
    std::pair{Starting, Failed},           std::pair{Starting, Succeeded},      std::pair{Running, Stopping},
    std::pair{Running, Succeeded},         std::pair{Running, Failed},          std::pair{Running, Queued},
    std::pair{Running, Stopped},           std::pair{Stopping, Stopped},        std::pair{Stopping, Failed},
    std::pair{Stopping, Succeeded},        std::pair{Stopping, Queued},
};

constexpr std::array kTaskRunSteps{
    std::pair{TaskRunState::Pending, TaskRunState::Launching}, std::pair{TaskRunState::Pending, TaskRunState::Ended},
    std::pair{TaskRunState::Pending, TaskRunState::Running},   std::pair{TaskRunState::Pending, TaskRunState::Lost},
    std::pair{TaskRunState::Launching, TaskRunState::Running}, std::pair{TaskRunState::Launching, TaskRunState::Ended},
    std::pair{TaskRunState::Launching, TaskRunState::Lost},    std::pair{TaskRunState::Running, TaskRunState::Ended},
    std::pair{TaskRunState::Running, TaskRunState::Lost},
};

template <class Steps, class State>
bool listed(const Steps& steps, State from, State to) {
    return std::find(steps.begin(), steps.end(), std::pair{from, to}) != steps.end();
}

}  // namespace

bool isFinal(JobState state) { return state == Succeeded || state == Failed || state == Stopped; }

bool mayBecome(JobState from, JobState to) { return listed(kJobSteps, from, to); }

bool mayBecome(TaskRunState from, TaskRunState to) { return listed(kTaskRunSteps, from, to); }

bool isTransient(ReasonCode code) { return code == ReasonCode::NodeLost || code == ReasonCode::LaunchFailed; }

}  // namespace ph
