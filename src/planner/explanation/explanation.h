#pragma once

#include "planner/placement/census.h"
#include "planner/planning/request.h"

#include <optional>
#include <string>
#include <vector>

namespace ph::explanation {

using planning::Micros;
using planning::RequestId;

/// Why a request waits: the first that holds, in this order.
enum class Cause {
    NeverFits,      ///< no node could run a task of it, or too few could, were all of them empty
    QuotaCap,       ///< it asks for more than a limit above its queue allows at all
    BehindInQueue,  ///< nobody may pass those before it; or it has room, and those before it have not been tried yet
    QuotaBusy,      ///< a limit is reached, with what runs there
    DomainsFull,    ///< all its tasks have room, but not in one domain as it requires
    GangPartial,    ///< some of its tasks have room
    Fragmented,     ///< as many cards are free, but not on one node (or one card)
    NoRoom,         ///< none of its tasks has room
    ReservedFor,    ///< there is room, which is promised to others
    Binding,        ///< nothing: it starts with the next cycle
};

/// What is asked for, apart from who asks and since when. The shape need not be interned.
struct Wanted {
    placement::JobShape shape;
    queues::QueueIndex queue = 0;
    int tasks = 1;
    Micros limit{};
    planning::Together together = planning::Together::Anywhere;
    std::size_t level = 0;
    int priority = 0;
    bool head = false;  ///< before all priorities of its queue

    std::optional<std::size_t> required() const {
        return together == planning::Together::Required ? std::optional(level) : std::nullopt;
    }
};

/// One thing that keeps a class from ever running a task: asked against what it has. For labels, taints and models
/// `name` says which; numbers are in the units of the shape.
struct Lack {
    placement::Misfit what = placement::Misfit::None;
    std::int64_t asked = 0;
    std::int64_t has = 0;
    std::string name;
};

/// The class of nodes that lacks least.
struct Nearest {
    placement::ClassId kind = 0;
    int nodes = 0;
    std::vector<Lack> lacks;
};

/// A promise in the way, which keeps its nodes from whoever ends after `until`.
struct Keeper {
    RequestId id = 0;
    Micros until{};
    int nodes = 0;
};

/// A running job in the way: what its end would free, and when that is at the latest (kNoLimit: nobody knows).
struct Blocker {
    RequestId id = 0;
    Micros endsBy{};
    queues::Amounts amounts;
};

/// What may be asked less of, or less strictly.
enum class Softer { Model, Domain, Limit, Tasks, Cards, Share, Cpu, Memory, Scratch };

/// Tasks, cards, milli of a card, milli-CPU, MiB, or microseconds; for Model and Domain the numbers say nothing.
struct Change {
    Softer what = Softer::Model;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// A weaker request that was tried and has room now. `loss`: what is given up, in parts of a thousand.
struct Relaxation {
    std::vector<Change> changes;
    Wanted wanted;
    int loss = 0;
};

/// What an estimate rests on.
enum class Basis {
    Now,       ///< it starts with the next cycle
    Promised,  ///< at the latest: its nodes are promised, and no limit can be reached before it
    Ends,      ///< when the jobs that run, and those that hold promises, end at their limits; others may come before
    Unknown,   ///< never, or what is in the way has no limit
};

struct Estimate {
    Basis basis = Basis::Unknown;
    Micros at{};   ///< not for Unknown
    int ends = 0;  ///< running jobs that have to end for it, for Promised and Ends
};

/// The verdict on all jobs that ask for the same in the same queue.
struct Explanation {
    Cause cause = Cause::NoRoom;
    /// Nodes by what keeps them from taking a task; the counts of the classes add up to all nodes.
    placement::Census census;
    int tasks = 0;
    int placesEver = 0;  ///< tasks that would have room, were all nodes there and empty; counted up to `tasks`, as ...
    int placesNow = 0;   ///< ... those that have room now, promises set aside
    int placesBeside = 0;            ///< ... and beside promises: all of them in one domain, if that is required
    std::optional<Nearest> nearest;  ///< for NeverFits, if no class could run a task
    std::optional<queues::Obstacle> obstacle;  ///< for QuotaCap and QuotaBusy
    std::vector<Keeper> keepers;               ///< for ReservedFor: a least set of promises in the way
    std::vector<Blocker> blockers;             ///< a least set whose end would let it start; soonest end first
    std::vector<Relaxation> relaxations;       ///< that would start now, the smallest loss first
    Estimate estimate;
};

}  // namespace ph::explanation
