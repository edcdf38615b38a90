#pragma once

#include "planner/queues/amounts.h"

#include <chrono>
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
    QueueTree(Amounts capacity, std::chrono::microseconds halfLife)
        : m_capacity(std::move(capacity)), m_halfLife(halfLife) {}

    /// Parents first; indices count from zero.
    QueueIndex add(QueueSpec spec);
    std::size_t size() const { return m_queues.size(); }

    /// Books what a task of that queue holds, there and in all above it, or gives it back.
    void charge(QueueIndex queue, const Amounts& amounts);
    void refund(QueueIndex queue, const Amounts& amounts);
    const Amounts& used(QueueIndex queue) const { return m_queues[queue].used; }
    /// Lets what was held lately fade up to `now`; time never goes back.
    void advance(std::chrono::microseconds now);

    /// The first limit, from the queue upwards, that `more` would break.
    std::optional<Obstacle> obstacle(QueueIndex queue, const Amounts& more) const;
    /// Whether `more` would take the queue over what it is guaranteed of something.
    bool borrows(QueueIndex queue, const Amounts& more) const;

    /// Puts a queue without children in line for turns, or takes it out.
    void open(QueueIndex leaf);
    void close(QueueIndex leaf);
    /// Whose turn it is among the open ones, by going down from the top; nullopt if none is open.
    std::optional<QueueIndex> turn() const;

private:
    struct Queue {
        QueueSpec spec;
        Amounts used;
        Amounts lately;  ///< what was held on average, what is a half-life ago counting half
        std::vector<QueueIndex> children;
        int open = 0;        ///< open leaves below, itself included
        bool below = false;  ///< its guarantee, if it has one
        std::int64_t share = 0;
    };
    void book(QueueIndex queue, const Amounts& amounts, std::int64_t times);
    void judge(Queue& queue) const;
    void count(QueueIndex leaf, int change);
    std::optional<QueueIndex> first(const std::vector<QueueIndex>& among) const;

    Amounts m_capacity;
    std::chrono::microseconds m_halfLife;
    std::chrono::microseconds m_now{};
    std::vector<Queue> m_queues;
    std::vector<QueueIndex> m_roots;
};

}  // namespace ph::queues
