#pragma once

#include "app/shim/loop.h"

#include <functional>
#include <string>
#include <string_view>

namespace ph::shim {

/// Copies what comes out of a pipe to the end of a file, up to a limit. On a full disk it holds the pipe, and with it
/// the writers, until there is room: nothing is lost.
class Appender final : public Watcher {
public:
    /// `note` is written once when the limit is reached; what comes after it is read and dropped.
    Appender(Loop& loop, int file, std::int64_t limit, std::string note);
    void follow(Fd pipe);
    /// What is written in place of what was read.
    void changeBy(std::function<std::string(std::string_view)> change) { m_change = std::move(change); }
    void onGrowth(std::function<void()> grown) { m_grown = std::move(grown); }
    void onEnd(std::function<void()> ended) { m_ended = std::move(ended); }
    /// Takes what is in the pipe now.
    void drain();
    bool atEnd() const { return m_atEnd; }
    void ready(std::uint32_t events) override;

private:
    bool copy();
    bool flush();

    Loop& m_loop;
    int m_file;
    std::int64_t m_limit;
    std::string m_note;
    Fd m_pipe;
    std::string m_buffer;
    std::size_t m_used = 0;  ///< written part of the pending bytes
    std::size_t m_pending = 0;
    std::int64_t m_size = 0;
    bool m_full = false;
    bool m_waiting = false;
    bool m_atEnd = false;
    std::function<std::string(std::string_view)> m_change;
    std::function<void()> m_grown;
    std::function<void()> m_ended;
};

}  // namespace ph::shim
