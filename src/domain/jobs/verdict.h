#pragma once

#include "base/clock.h"
#include "base/id.h"
#include "base/units.h"
#include "domain/jobs/job_state.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ph {

/// How many nodes were set aside for one cause, in the order in which they were.
struct NodeFunnelStep {
    std::string cause;  ///< "not-ready", "model", "cpu", "memory", "scratch", "accelerators"
    int nodes = 0;
};
BOOST_DESCRIBE_STRUCT(NodeFunnelStep, (), (cause, nodes))

/// Asked against free, for the node that comes nearest. Units of the resource: milli-CPU, bytes or cards.
struct ResourceGap {
    std::string resource;
    std::int64_t asked = 0;
    std::int64_t free = 0;
    std::int64_t total = 0;
};
BOOST_DESCRIBE_STRUCT(ResourceGap, (), (resource, asked, free, total))

/// What an estimate rests on.
enum class EstimateBasis {
    Unknown,   ///< never, or what is in the way has no time limit
    Now,       ///< nothing is in the way
    Promised,  ///< at the latest: its room is promised
    Computed,  ///< when what runs and what is promised has ended at its limits; others may come before
};
BOOST_DESCRIBE_ENUM(EstimateBasis, Unknown, Now, Promised, Computed)

/// When a job starts. `at` is zero for Unknown; `ends`: running jobs that have to end for it.
struct StartEstimate {
    EstimateBasis basis = EstimateBasis::Unknown;
    Timestamp at;
    int ends = 0;
};
BOOST_DESCRIBE_STRUCT(StartEstimate, (), (basis, at, ends))

/// Less of one thing: "cpu" in milli-CPU, "memory" and "scratch" in bytes, "accelerators", "share" in thousandths of a
/// card, "tasks", "time_limit" in seconds. For "model" (any will do) and "domain" (not in one) the numbers are zero.
struct RequestChange {
    std::string what;
    std::int64_t from = 0;
    std::int64_t to = 0;
};
BOOST_DESCRIBE_STRUCT(RequestChange, (), (what, from, to))

/// Changes with which it would start at once, all of them together. They were tried.
struct Relaxation {
    std::vector<RequestChange> changes;
};
BOOST_DESCRIBE_STRUCT(Relaxation, (), (changes))

/// A running job whose end is waited for, and what that frees. Which job and whose is told only to who may see it.
struct Blocker {
    std::optional<JobId> job;
    std::int64_t number = 0;  ///< 0: not told
    std::string ownerName;
    Timestamp endsBy;  ///< zero if nobody knows
    int cards = 0;
    MilliCpu cpu;
    Bytes memory;
};
BOOST_DESCRIBE_STRUCT(Blocker, (), (job, number, ownerName, endsBy, cards, cpu, memory))

/// A waiting job to which room is promised that would do for the asker. Named as a Blocker is.
struct Keeper {
    std::optional<JobId> job;
    std::int64_t number = 0;
    std::string ownerName;
    Timestamp until;  ///< it starts then at the latest
    int nodes = 0;
};
BOOST_DESCRIBE_STRUCT(Keeper, (), (job, number, ownerName, until, nodes))

/// The planner's answer to "why is my job waiting?". The estimate is absent if nothing was computed: it does not wait,
/// is held by others, or the planner was too busy; what follows it is empty then.
struct Verdict {
    Reason reason;
    int nodes = 0;  ///< all nodes looked at
    std::vector<NodeFunnelStep> funnel;
    std::vector<ResourceGap> nearest;
    std::optional<StartEstimate> estimate;
    std::vector<Relaxation> relaxations;  ///< the smallest loss first
    std::vector<Blocker> blockers;        ///< a least set whose end would let it start, soonest first
    std::vector<Keeper> keepers;
};
BOOST_DESCRIBE_STRUCT(Verdict, (), (reason, nodes, funnel, nearest, estimate, relaxations, blockers, keepers))

}  // namespace ph
