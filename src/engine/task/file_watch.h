#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ph::engine {

/// Tells when files grow, by inotify. Lives on its executor's thread.
class FileWatch {
public:
    explicit FileWatch(boost::asio::any_io_executor executor);

    /// Calls `changed` after writes to the file, until forget(). Returns a number for that, -1 if the kernel refuses.
    int watch(const std::string& path, std::function<void()> changed);
    void forget(int number);
    void close();

private:
    struct State;
    static void waitFor(const std::shared_ptr<State>& state);
    std::shared_ptr<State> m_state;
};

}  // namespace ph::engine
