#pragma once

#include "app/shim/line.h"
#include "app/shim/loop.h"
#include "app/shim/processes.h"
#include "shim/messages.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ph::shim {

/// A process beside the task's command with its input and outputs: a command, a terminal, or a copy of files. It serves
/// at most one line at a time; a detached one goes on without and keeps the last 64 KiB of its output.
class Execution final : public Watcher {
public:
    static constexpr std::size_t kWindow = 256 * 1024;  ///< input that the peer may send ahead
    static constexpr std::size_t kKept = 64 * 1024;
    /// Runs in a child; its result is the exit code.
    using Body = std::function<int(int in, int out)>;
    /// The word that CLOSE carries for an exit code.
    using Failure = std::function<std::string(int code)>;

    Execution(Loop& loop, Processes& processes);
    ~Execution() override;

    /// Empty, or the word that says why it was not started.
    std::string startCommand(const OpenRequest& request, const std::vector<std::string>& environment,
                             const std::string& folder);
    std::string startBody(const Body& body, Failure failure);

    /// Takes the line and sends what was kept. A detached one that ends without a line waits for the next.
    void attach(Line line);
    bool attached() const { return m_line.has_value(); }
    void detach();
    void hangUp();
    void input(std::string_view bytes);
    void endInput();
    void pump();
    void resize(int rows, int columns);
    void signal(int number);
    bool over() const { return m_over; }
    void onOver(std::function<void()> over) { m_onOver = std::move(over); }
    void ready(std::uint32_t events) override;

private:
    bool read(Fd& from, std::uint8_t stream);
    void deliver(std::uint8_t stream, std::string_view bytes);
    void writeInput();
    void closeOutput(Fd& fd);
    void update();
    void finishIfOver();
    std::string started(pid_t pid);

    Loop& m_loop;
    Processes& m_processes;
    pid_t m_pid = -1;
    Fd m_in;
    Fd m_out;
    Fd m_err;
    bool m_stays = false;     ///< detached: what it has to say waits for a line
    bool m_terminal = false;  ///< m_in is the terminal, m_out a copy of it
    std::optional<Line> m_line;
    std::string m_kept;
    std::string m_pendingInput;
    bool m_inputEnded = false;
    std::optional<int> m_status;
    Failure m_failure;
    std::function<void()> m_onOver;
    bool m_over = false;
};

}  // namespace ph::shim
