#pragma once

#include "ports/database.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace ph {

/// Where a work's result goes; called once, from an SQL thread.
class WorkCompletion {
public:
    virtual ~WorkCompletion() = default;
    virtual void complete(Result<> result) = 0;
};

struct QueuedWork {
    Database::Work work;
    std::unique_ptr<WorkCompletion> completion;
};

/// Works waiting for an SQL thread, bounded. Thread-safe.
class WorkQueue {
public:
    explicit WorkQueue(std::size_t most) : m_most(most) {}

    /// A full or closed queue completes the work with kUnavailable.
    void push(QueuedWork work);
    /// Waits for work, the first `awake` of it without sleeping; takes at most `most`. Empty once the queue is closed
    /// and drained.
    std::vector<QueuedWork> take(std::size_t most, std::chrono::microseconds awake = {});
    void close();

private:
    const std::size_t m_most;
    std::mutex m_mutex;
    std::condition_variable m_waiting;
    std::deque<QueuedWork> m_works;
    std::atomic<bool> m_ready = false;  // something to take, or closed
    bool m_closed = false;
};

}  // namespace ph
