#include "app/shim/loop.h"

#include <algorithm>
#include <sys/epoll.h>
#include <unistd.h>

namespace ph::shim {

Loop::Loop() : m_epoll(::epoll_create1(EPOLL_CLOEXEC)) {}

void Loop::watch(int fd, std::uint32_t events, Watcher& watcher) {
    // Even without events the kernel reports a hang-up, again and again: quiet means out.
    if (events == 0) return forget(fd, watcher);
    const auto known = m_interest.find(fd);
    if (known != m_interest.end() && known->second == events) return;
    epoll_event event{};
    event.events = events;
    event.data.ptr = &watcher;
    ::epoll_ctl(m_epoll.get(), known == m_interest.end() ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
    m_interest[fd] = events;
}

void Loop::forget(int fd, Watcher& watcher) {
    if (m_interest.erase(fd) == 0) return;
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
    // What the kernel already reported for it must not reach a watcher that may be gone by then.
    for (int i = 0; i < m_batchSize; ++i)
        if (m_batch[i].data.ptr == &watcher) m_batch[i].data.ptr = nullptr;
}

Loop::Timer Loop::after(std::int64_t millis, std::function<void()> action) {
    const Timer timer = m_nextTimer++;
    const std::int64_t due = monotonicMillis() + millis;
    m_timers[{due, timer}] = std::move(action);
    m_due[timer] = due;
    return timer;
}

void Loop::cancel(Timer timer) {
    const auto found = m_due.find(timer);
    if (found == m_due.end()) return;
    m_timers.erase({found->second, timer});
    m_due.erase(found);
}

int Loop::runTimers() {
    while (!m_timers.empty() && !m_leaving) {
        const auto first = m_timers.begin();
        const std::int64_t left = first->first.first - monotonicMillis();
        if (left > 0) return static_cast<int>(std::min<std::int64_t>(left, 3'600'000));
        const std::function<void()> action = std::move(first->second);
        m_due.erase(first->first.second);
        m_timers.erase(first);
        action();
    }
    return -1;
}

void Loop::round(int timeout) {
    epoll_event batch[32];
    const int count = ::epoll_wait(m_epoll.get(), batch, 32, timeout);
    m_batch = batch;
    m_batchSize = std::max(count, 0);
    for (int i = 0; i < m_batchSize; ++i)
        if (batch[i].data.ptr) static_cast<Watcher*>(batch[i].data.ptr)->ready(batch[i].events);
    m_batch = nullptr;
    m_batchSize = 0;
    m_buried.clear();
}

void Loop::run() {
    while (!m_leaving) {
        const int timeout = runTimers();
        if (!m_leaving) round(timeout);
    }
}

}  // namespace ph::shim
