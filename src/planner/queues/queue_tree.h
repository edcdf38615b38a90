#pragma once

#include "planner/queues/amounts.h"

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace ph::queues {

using QueueIndex = std::uint32_t;

/// One place in the tree: an organisation, a group or a user. A limit below zero is none.
struct QueueSpec {
    std::optional<QueueIndex> parent;
    std::int64_t weight = 1;  ///< of what is borrowed, against its siblings; 1 to 1,000,000
    Amounts guaranteed;
    Amounts limit;  ///< shorter than the dimensions: no limit on the rest
};

/// A limit that would be broken: on which queue, and by which resource.
struct Obstacle {
    QueueIndex queue = 0;
    std::size_t dimension = 0;
    std::int64_t limit = 0;
    std::int64_t used = 0;
};

/// Who may take how much and whose turn it is. A queue below its guarantee comes before one that borrows; among equals
/// the one with the smaller dominant share (Ghodsi et al., NSDI 2011) of what it holds and of what it held lately, by
/// weight. What is held is whatever was charged: the owner builds the tree from the live allocations. Pure, one thread.
class QueueTree {
public:
    /// The half-life is above zero.
    QueueTree(Amounts capacity, std::chrono::microseconds halfLife);

    /// Parents first; indices count from zero.
    QueueIndex add(QueueSpec spec);
    /// What there is to share from now on.
    void setCapacity(Amounts capacity);
    std::size_t size() const { return m_queues.size(); }
    const Amounts& capacity() const { return m_capacity; }
    const QueueSpec& spec(QueueIndex queue) const { return m_queues[queue].spec; }
    /// Gives a queue another weight, guarantee and limit; its parent stays.
    void change(QueueIndex queue, const QueueSpec& spec);
    /// Differs from every earlier one once something is held or allowed otherwise, time apart.
    std::uint64_t changes() const { return m_changes; }

    /// Books what a task of that queue holds, there and in all above it, or gives it back.
    void charge(QueueIndex queue, const Amounts& amounts);
    void refund(QueueIndex queue, const Amounts& amounts);
    const Amounts& used(QueueIndex queue) const { return m_queues[queue].used; }
    /// Lets what was held lately fade up to `now`, to a millionth of the half-life; time never goes back.
    void advance(std::chrono::microseconds now);

    /// The first limit, from the queue upwards, that `more` would break.
    std::optional<Obstacle> obstacle(QueueIndex queue, const Amounts& more) const;
    /// Whether `more` would take the queue over what it is guaranteed of something.
    bool borrows(QueueIndex queue, const Amounts& more) const;

    /// Puts a queue without children in line for turns, or takes it out.
    void open(QueueIndex leaf);
    void close(QueueIndex leaf);
    /// Whose turn it is among the open ones, by going down from the top; nullopt if none is open.
    std::optional<QueueIndex> turn();
    /// How far a queue is served: who has less comes first, of its siblings.
    struct Rank {
        bool borrowing = true;   ///< not below its guarantee, or it has none
        std::int64_t share = 0;  ///< by weight
        QueueIndex queue = 0;
        friend auto operator<=>(const Rank&, const Rank&) = default;
    };
    /// As of now.
    Rank rank(QueueIndex queue);

private:
    using Line = std::vector<Rank>;  ///< a heap, the first on top, in which those are left that are no longer true
    struct Queue {
        QueueSpec spec;
        Amounts used;
        Amounts lately;          ///< kFine of what was held on average, what is a half-life ago counting half
        std::int64_t since = 0;  ///< the tick up to which that is true
        Rank rank;               ///< when it was judged last
        int open = 0;            ///< open leaves below, itself included
        bool parental = false;   ///< has children
        Line line;               ///< of its open children
    };
    void book(QueueIndex queue, const Amounts& amounts, std::int64_t times);
    void fade(Queue& queue);
    void judge(QueueIndex queue);
    bool holds(const Rank& rank) const;
    void tidy(Line& line) const;
    Line& lineOf(QueueIndex queue);
    void count(QueueIndex leaf, int change);
    void catchUp();
    std::optional<QueueIndex> first(Line& line) const;

    Amounts m_capacity;
    std::chrono::microseconds m_tick;  ///< time goes on by whole ones
    std::int64_t m_halfLife;           ///< in ticks, as what fades in one step is as fine as one
    std::int64_t m_now = 0;            ///< in ticks
    std::int64_t m_judged = 0;         ///< when the open ones were judged
    std::int64_t m_age = 0;            ///< for which ...
    std::int64_t m_kept;               ///< ... this part is kept, as most queues are equally old
    std::uint64_t m_changes = 0;
    std::vector<Queue> m_queues;
    Line m_line;  ///< of the roots
};

}  // namespace ph::queues
