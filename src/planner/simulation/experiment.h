#pragma once

#include "planner/simulation/trace.h"

#include <functional>
#include <string_view>

namespace ph::simulation {

/// Ways of choosing jobs that can be compared: `Fifo` strictly by submission, `BestEffort` whoever fits, `Easy` by
/// submission with backfill behind the first that waits, all in one queue; `Pilothouse` with a queue for each tenant.
enum class PolicyName { Fifo, BestEffort, Easy, Pilothouse };
inline constexpr PolicyName kPolicies[]{PolicyName::Fifo, PolicyName::BestEffort, PolicyName::Easy,
                                        PolicyName::Pilothouse};
/// "fifo", "besteffort", "easy", "pilothouse".
std::string_view word(PolicyName policy);

/// What is simulated: equal nodes, and from when to when the use of their cards is measured.
struct Setting {
    int nodes = 1;
    int cardsOfANode = 8;  ///< 1 to 16
    Micros begin{};
    Micros end = Micros::max();  ///< or when the last job arrives: from then on any site empties
    unsigned seed = 42;          ///< for the limits of jobs that have none: 1, 2, 5 or 10 times what they ran
};

/// Waiting times of some jobs.
struct Waits {
    std::size_t jobs = 0;
    Micros mean{};
    Micros p50{};
    Micros p95{};
    Micros p99{};
};

/// What came out. Jobs that ask for more than the empty site has are not submitted, as they would never start.
struct Outcome {
    double use = 0;  ///< of the cards' time, 0 to 1
    Waits all;
    Waits single;                         ///< of one card or none
    Waits within;                         ///< of several cards of one node
    Waits across;                         ///< of more cards than a node has
    double slowdown = 1;                  ///< mean of (wait + run) / run, a run counted as ten seconds at least
    std::vector<std::size_t> impossible;  ///< lines of those, in the order of submission
};

/// Replays the trace; the same arguments give the same outcome. A job of more cards than a node has becomes a gang of
/// the largest equal parts. A tenant's weight is its part of what all asked for. `progress` is told how many have
/// ended.
Outcome simulate(const Trace& trace, PolicyName policy, const Setting& setting,
                 const std::function<void(std::size_t)>& progress = {});

}  // namespace ph::simulation
