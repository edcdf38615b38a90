#pragma once

#include "planner/explanation/sight.h"

#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace ph::explanation {

/// The answer to one job: the verdict, which it shares with all that ask for the same, and its own place.
struct Answer {
    std::shared_ptr<const Explanation> verdict;
    std::size_t ahead = 0;  ///< jobs of its queue that come before it
};

/// Says why jobs wait, what would help and when they start at the latest. Reads a planner between its cycles and
/// changes nothing there; what it found is kept until the planner changes. Takes milliseconds on a large site. One
/// thread, the planner's.
class Explainer {
public:
    explicit Explainer(const planning::Planner& planner) : m_planner(planner) {}

    /// nullopt if that job does not wait.
    std::optional<Answer> explain(RequestId id, Micros now);
    /// The same for a request that was not submitted: Binding if it would start at once.
    Explanation whatIf(const Wanted& wanted, Micros now) const;

    /// What a request of the planner asks for.
    Wanted wantedOf(const planning::Request& request) const;

private:
    /// What verdicts depend on; the job itself only if it holds a promise.
    using Key = std::tuple<placement::ShapeId, queues::QueueIndex, int, Micros, planning::Together, std::size_t, int,
                           bool, std::optional<RequestId>, bool>;

    const planning::Planner& m_planner;
    std::uint64_t m_version = 0;
    std::map<Key, std::shared_ptr<const Explanation>> m_known;
};

}  // namespace ph::explanation
