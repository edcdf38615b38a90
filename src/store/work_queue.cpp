#include "store/work_queue.h"

#include <algorithm>
#include <thread>

namespace ph {

void WorkQueue::push(QueuedWork work) {
    const char* refused = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            refused = "the database is closing";
        else if (m_works.size() >= m_most)
            refused = "too many works wait for the database";
        else
            m_works.push_back(std::move(work));
        m_ready = m_closed || !m_works.empty();
    }
    if (refused)
        work.completion->complete(Error(kUnavailable, refused));
    else
        m_waiting.notify_one();
}

std::vector<QueuedWork> WorkQueue::take(std::size_t most, std::chrono::microseconds awake) {
    const auto end = std::chrono::steady_clock::now() + awake;
    while (!m_ready && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    std::unique_lock lock(m_mutex);
    m_waiting.wait(lock, [this] { return m_closed || !m_works.empty(); });
    const auto last = m_works.begin() + static_cast<std::ptrdiff_t>(std::min(most, m_works.size()));
    std::vector<QueuedWork> taken(std::make_move_iterator(m_works.begin()), std::make_move_iterator(last));
    m_works.erase(m_works.begin(), last);
    m_ready = m_closed || !m_works.empty();
    return taken;
}

void WorkQueue::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_ready = true;
    }
    m_waiting.notify_all();
}

}  // namespace ph
