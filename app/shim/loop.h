#pragma once

#include "app/shim/system.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

struct epoll_event;

namespace ph::shim {

/// Something that waits on a descriptor.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void ready(std::uint32_t events) = 0;
};

/// The shim's only thread: descriptors by epoll, and timers.
class Loop {
public:
    using Timer = std::uint64_t;

    Loop();
    /// A watcher may wait on several descriptors. `events` of 0 is forget().
    void watch(int fd, std::uint32_t events, Watcher& watcher);
    void forget(int fd, Watcher& watcher);
    /// Destroys `object` once the present round is over: an object in its own ready() uses it to go.
    template <class T>
    void bury(std::unique_ptr<T> object) {
        m_buried.push_back(std::shared_ptr<void>(std::move(object)));
    }
    Timer after(std::int64_t millis, std::function<void()> action);
    void cancel(Timer timer);
    /// Until leave() is called.
    void run();
    void leave() { m_leaving = true; }

private:
    int runTimers();
    void round(int timeout);

    Fd m_epoll;
    std::map<int, std::uint32_t> m_interest;
    std::map<std::pair<std::int64_t, Timer>, std::function<void()>> m_timers;
    std::map<Timer, std::int64_t> m_due;
    std::vector<std::shared_ptr<void>> m_buried;
    epoll_event* m_batch = nullptr;
    int m_batchSize = 0;
    Timer m_nextTimer = 1;
    bool m_leaving = false;
};

}  // namespace ph::shim
