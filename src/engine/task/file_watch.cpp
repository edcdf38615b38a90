#include "engine/task/file_watch.h"

#include <set>
#include <sys/inotify.h>
#include <unistd.h>

namespace ph::engine {

namespace asio = boost::asio;

struct FileWatch::State {
    explicit State(asio::any_io_executor executor) : events(executor, ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {}
    asio::posix::stream_descriptor events;
    std::map<int, std::function<void()>> watched;
};

FileWatch::FileWatch(asio::any_io_executor executor) : m_state(std::make_shared<State>(std::move(executor))) {
    waitFor(m_state);
}

void FileWatch::waitFor(const std::shared_ptr<State>& state) {
    state->events.async_wait(asio::posix::stream_descriptor::wait_read, [state](boost::system::error_code error) {
        if (error || !state->events.is_open()) return;
        alignas(inotify_event) char buffer[4096];
        std::set<int> changed;  // a busy log makes many events of one file
        for (ssize_t n; (n = ::read(state->events.native_handle(), buffer, sizeof buffer)) > 0;) {
            for (const char* at = buffer; at < buffer + n;) {
                const auto* event = reinterpret_cast<const inotify_event*>(at);
                // More happened than the kernel keeps: any file may have changed.
                if (event->mask & IN_Q_OVERFLOW)
                    for (const auto& [number, call] : state->watched) changed.insert(number);
                changed.insert(event->wd);
                at += sizeof(inotify_event) + event->len;
            }
            if (static_cast<std::size_t>(n) < sizeof buffer / 2) break;
        }
        for (const int number : changed) {
            const auto found = state->watched.find(number);
            if (found == state->watched.end()) continue;
            const auto call = found->second;
            call();
        }
        if (state->events.is_open()) waitFor(state);
    });
}

int FileWatch::watch(const std::string& path, std::function<void()> changed) {
    const int number = ::inotify_add_watch(m_state->events.native_handle(), path.c_str(), IN_MODIFY);
    if (number >= 0) m_state->watched[number] = std::move(changed);
    return number;
}

void FileWatch::forget(int number) {
    if (m_state->watched.erase(number) != 0) ::inotify_rm_watch(m_state->events.native_handle(), number);
}

void FileWatch::close() {
    boost::system::error_code ignored;
    m_state->watched.clear();
    m_state->events.close(ignored);
}

}  // namespace ph::engine
