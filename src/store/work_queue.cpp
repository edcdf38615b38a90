#include "store/work_queue.h"

#include <algorithm>

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
    }
    if (refused)
        work.completion->complete(Error(kUnavailable, refused));
    else
        m_waiting.notify_one();
}

std::vector<QueuedWork> WorkQueue::take(std::size_t most) {
    std::unique_lock lock(m_mutex);
    m_waiting.wait(lock, [this] { return m_closed || !m_works.empty(); });
    const auto end = m_works.begin() + static_cast<std::ptrdiff_t>(std::min(most, m_works.size()));
    std::vector<QueuedWork> taken(std::make_move_iterator(m_works.begin()), std::make_move_iterator(end));
    m_works.erase(m_works.begin(), end);
    return taken;
}

void WorkQueue::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }
    m_waiting.notify_all();
}

}  // namespace ph
