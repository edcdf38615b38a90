#pragma once

#include "domain/jobs/job.h"
#include "domain/nodes/node.h"
#include "support/seeded_random.h"

namespace ph::test {

inline JobSummary job(SeededRandom& random, std::int64_t number, const std::string& name,
                      JobState state = JobState::Queued) {
    JobSummary row;
    row.id = JobId::random(random);
    row.number = number;
    row.name = name;
    row.ownerName = number % 2 ? "mei" : "anna";
    row.state = state;
    row.queuedAt = {1'700'000'000'000'000 + number * 1'000'000};
    row.seq = number;
    return row;
}

inline NodeSummary node(SeededRandom& random, const std::string& name, int cpus) {
    NodeSummary row;
    row.id = NodeId::random(random);
    row.name = name;
    row.capacity = {cores(cpus), gibibytes(64), gibibytes(100), {}};
    row.capabilities.engine = "process";
    row.seq = 1;
    return row;
}

}  // namespace ph::test
