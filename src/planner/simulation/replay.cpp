#include "planner/simulation/replay.h"

#include <queue>

#include <algorithm>

namespace ph::simulation {

namespace {

using End = std::pair<Micros, planning::RequestId>;
using Ends = std::priority_queue<End, std::vector<End>, std::greater<>>;
constexpr std::size_t kProgressEvery = 1024;

}  // namespace

ReplayResult replay(planning::Planner& planner, const std::vector<TraceJob>& jobs, Micros windowBegin, Micros windowEnd,
                    const std::function<void(std::size_t)>& progress) {
    ReplayResult result;
    result.started.assign(jobs.size(), Micros(-1));
    Ends ends;
    std::size_t arrived = 0;
    std::size_t ended = 0;
    Micros now{};
    std::int64_t inUse = 0;
    const auto milli = [&](planning::RequestId id) {
        const auto& request = jobs[id].request;
        return std::int64_t{planner.placer().cluster().catalogue().shape(request.shape).cards.milli()} * request.tasks;
    };
    while (arrived < jobs.size() || !ends.empty()) {
        Micros next = arrived < jobs.size() ? jobs[arrived].request.queuedAt : Micros::max();
        if (!ends.empty()) next = std::min(next, ends.top().first);
        const Micros begin = std::max(now, windowBegin);
        const Micros end = std::min(next, windowEnd);
        if (end > begin)
            result.used += static_cast<long double>(inUse) * static_cast<long double>((end - begin).count());
        now = next;
        for (; !ends.empty() && ends.top().first <= now; ends.pop()) {
            inUse -= milli(ends.top().second);
            planner.ended(ends.top().second, now);
            if (++ended % kProgressEvery == 0 && progress) progress(ended);
        }
        for (; arrived < jobs.size() && jobs[arrived].request.queuedAt <= now; ++arrived)
            planner.submit(jobs[arrived].request);
        const auto plan = planner.cycle(now);
        ++result.cycles;
        for (const auto& start : plan.starts) {
            result.started[start.id] = now;
            inUse += milli(start.id);
            ends.emplace(now + jobs[start.id].runs, start.id);
        }
    }
    return result;
}

}  // namespace ph::simulation
