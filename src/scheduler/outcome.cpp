#include "scheduler/outcome.h"

#include "reflect/codec.h"

#include <algorithm>
#include <cstdlib>

namespace ph {

namespace {

constexpr int kFirstBackOffSeconds = 1;
constexpr int kLongestBackOffSeconds = 300;

bool endsTransiently(const Job& job, const Reason& reason) {
    if (isTransient(reason.code)) return true;
    if (reason.code != ReasonCode::ExitCode) return false;
    const auto code = reason.arguments.find("code");
    if (code == reason.arguments.end()) return false;
    const auto& codes = job.spec.retries.transientExitCodes;
    return std::find(codes.begin(), codes.end(), std::atoi(code->second.c_str())) != codes.end();
}

/// Whether another attempt is made; counts it.
bool takeRetry(Job& job, const Reason& reason) {
    if (endsTransiently(job, reason))
        return job.transientRetries < job.spec.retries.transient && ++job.transientRetries > 0;
    return job.permanentRetries < job.spec.retries.permanent && ++job.permanentRetries > 0;
}

void end(Job& job, JobState state, Reason reason, Timestamp at) {
    job.summary.state = state;
    job.summary.reason = std::move(reason);
    job.summary.endedAt = at;
}

}  // namespace

void applyEnding(Job& job, const Ending& ending, Timestamp now) {
    const Timestamp endedAt = ending.endedAt ? ending.endedAt : now;
    if (ending.startedAt) job.summary.startedAt = ending.startedAt;
    if (job.summary.state == JobState::Stopping) return end(job, JobState::Stopped, job.summary.reason, endedAt);
    if (ending.reason.code == ReasonCode::Completed) {
        if (!ending.outputFailures.empty()) return end(job, JobState::Failed, ending.outputFailures.front(), endedAt);
        return end(job, JobState::Succeeded, ending.reason, endedAt);
    }
    if (!takeRetry(job, ending.reason)) return end(job, JobState::Failed, ending.reason, endedAt);
    const int used = job.transientRetries + job.permanentRetries;
    const int seconds = std::min(kFirstBackOffSeconds << std::min(used - 1, 16), kLongestBackOffSeconds);
    job.summary.state = JobState::Queued;
    job.summary.reason = {ReasonCode::RetryAfter, ending.reason.arguments};
    job.summary.reason.arguments["cause"] = reflect::word(ending.reason.code);
    job.summary.reason.arguments["attempt"] = std::to_string(job.summary.attempt + 1);
    job.summary.reason.arguments["seconds"] = std::to_string(seconds);
    job.taskRun.reset();
    job.notBefore = now + std::chrono::seconds(seconds);
}

}  // namespace ph
