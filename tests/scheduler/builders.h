#pragma once

#include "domain/jobs/job.h"
#include "scheduler/no_room.h"

#include <string>
#include <vector>

namespace ph::test {

/// Deterministic ids: the same number gives the same id.
template <class Id>
Id idOf(int number) {
    std::string text(1, Id::kLetter);
    for (int i = 0; i < 13; ++i, number /= 26) text += static_cast<char>('a' + number % 26);
    return *Id::parse(text);
}

inline Resources resources(std::int64_t cpuCores, std::int64_t memoryGib, std::vector<AcceleratorRequest> cards = {}) {
    Resources r;
    r.cpu = cores(cpuCores);
    r.memory = gibibytes(memoryGib);
    r.scratch = gibibytes(1);
    r.accelerators = std::move(cards);
    return r;
}

inline std::vector<Accelerator> cards(const std::string& model, int count) {
    std::vector<Accelerator> list;
    for (int i = 0; i < count; ++i) list.push_back({model + std::to_string(i), "acme", model, gibibytes(40), true});
    return list;
}

inline NodeFree node(int number, std::int64_t cpuCores, std::int64_t memoryGib,
                     std::vector<Accelerator> accelerators = {}) {
    NodeCapacity capacity{cores(cpuCores), gibibytes(memoryGib), gibibytes(100), std::move(accelerators)};
    return {idOf<NodeId>(number), true, capacity, capacity};
}

inline Job queuedJob(int number, int priority = 0, std::int64_t queuedAt = 0) {
    Job job;
    job.summary.id = idOf<JobId>(number);
    job.summary.number = number;
    job.summary.priority = priority;
    job.summary.queuedAt = {queuedAt != 0 ? queuedAt : 1000 + number};
    job.summary.seq = number;
    job.spec.command = {"true"};
    return job;
}

}  // namespace ph::test
