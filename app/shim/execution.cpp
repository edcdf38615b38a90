#include "app/shim/execution.h"

#include "app/shim/command.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace ph::shim {

namespace {

constexpr std::size_t kPart = 64 * 1024;

winsize windowOf(int rows, int columns) {
    winsize size{};
    size.ws_row = static_cast<unsigned short>(std::clamp(rows, 1, 1000));
    size.ws_col = static_cast<unsigned short>(std::clamp(columns, 1, 1000));
    return size;
}

std::string failureWord(EndKind kind) {
    switch (kind) {
        case EndKind::NotFound:
            return "command-not-found";
        case EndKind::NotExecutable:
            return "command-not-executable";
        default:
            return "not-started";
    }
}

struct Pipe {
    Fd reading, writing;
    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) return;
        reading = Fd(ends[0]);
        writing = Fd(ends[1]);
    }
};

}  // namespace

Execution::Execution(Loop& loop, Processes& processes) : m_loop(loop), m_processes(processes) {}

Execution::~Execution() {
    for (const Fd* fd : {&m_in, &m_out, &m_err})
        if (*fd) m_loop.forget(fd->get(), *this);
    if (m_pid > 0) m_processes.forget(m_pid);
}

std::string Execution::started(pid_t pid) {
    m_pid = pid;
    m_processes.expect(pid, [this](int status) {
        m_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        m_pid = -1;
        pump();
    });
    for (const Fd* fd : {&m_in, &m_out, &m_err})
        if (*fd) setNonBlocking(fd->get());
    return {};
}

std::string Execution::startCommand(const OpenRequest& request, const std::vector<std::string>& environment,
                                    const std::string& folder) {
    m_stays = request.detach;
    if (request.terminal) {
        m_terminal = true;
        Fd master(::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC));
        int unlocked = 0;
        if (!master || ::ioctl(master.get(), TIOCSPTLCK, &unlocked) != 0) return "no-terminal";
        const winsize size = windowOf(request.rows, request.columns);
        ::ioctl(master.get(), TIOCSWINSZ, &size);
        const Fd slave(::ioctl(master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
        if (!slave) return "no-terminal";
        m_out = Fd(::fcntl(master.get(), F_DUPFD_CLOEXEC, 3));
        m_in = std::move(master);
        const Start start =
            ph::shim::startCommand(request.command, environment, folder, slave.get(), slave.get(), slave.get(), true);
        return start.failure == EndKind::None ? started(start.pid) : failureWord(start.failure);
    }
    Pipe in, out, err;
    if (!in.writing || !out.reading || !err.reading) return "not-started";
    const Start start = ph::shim::startCommand(request.command, environment, folder, in.reading.get(),
                                               out.writing.get(), err.writing.get(), false);
    if (start.failure != EndKind::None) return failureWord(start.failure);
    m_in = std::move(in.writing);
    m_out = std::move(out.reading);
    m_err = std::move(err.reading);
    return started(start.pid);
}

std::string Execution::startBody(const Body& body, Failure failure) {
    Pipe in, out;
    if (!in.writing || !out.reading) return "not-started";
    m_failure = std::move(failure);
    const pid_t pid = ::fork();
    if (pid < 0) return "not-started";
    if (pid == 0) {
        const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        becomeChild(null, null, null, false);
        ::signal(SIGPIPE, SIG_IGN);
        in.writing.reset();
        out.reading.reset();
        ::_exit(body(in.reading.get(), out.writing.get()));
    }
    m_in = std::move(in.writing);
    m_out = std::move(out.reading);
    return started(pid);
}

void Execution::attach(Line line) {
    m_line = line;
    m_line->grant(kWindow);
}

void Execution::detach() {
    m_line.reset();
    update();
}

void Execution::hangUp() {
    m_line.reset();
    if (m_pid > 0) {
        ::kill(-m_pid, m_terminal ? SIGHUP : SIGTERM);
        ::kill(-m_pid, SIGCONT);
        // What ignores that keeps nothing of ours: its pipes are closed, and it ends with the task.
        m_processes.forget(m_pid);
        m_pid = -1;
    }
    m_status = -1;
    finishIfOver();
}

void Execution::input(std::string_view bytes) {
    m_pendingInput.append(bytes);
    writeInput();
    update();
}

void Execution::endInput() {
    m_inputEnded = true;
    writeInput();
    update();
}

void Execution::writeInput() {
    while (m_in && !m_pendingInput.empty()) {
        const ssize_t n = ::write(m_in.get(), m_pendingInput.data(), m_pendingInput.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) break;
        const std::size_t taken = n < 0 ? m_pendingInput.size() : static_cast<std::size_t>(n);
        m_pendingInput.erase(0, taken);
        if (m_line) m_line->grant(taken);
        if (n < 0 && !m_terminal) closeOutput(m_in);
    }
    if (!m_inputEnded || !m_pendingInput.empty() || !m_in) return;
    if (m_terminal) {
        const char end = 4;  // ^D: a terminal has no end of file of its own
        m_inputEnded = ::write(m_in.get(), &end, 1) != 1;
    } else {
        closeOutput(m_in);
    }
}

void Execution::deliver(std::uint8_t stream, std::string_view bytes) {
    if (m_line) return m_line->send(stream, bytes);
    m_kept.append(bytes);
    if (m_kept.size() > kKept) m_kept.erase(0, m_kept.size() - kKept);
}

bool Execution::read(Fd& from, std::uint8_t stream) {
    char part[kPart];
    while (from) {
        const std::size_t room = m_line ? std::min(m_line->room(), kPart) : kPart;
        if (room == 0) return true;
        const ssize_t n = ::read(from.get(), part, room);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return false;
        if (n <= 0) {
            closeOutput(from);  // a terminal answers EIO once nobody holds it
            return false;
        }
        deliver(stream, std::string_view(part, static_cast<std::size_t>(n)));
    }
    return false;
}

void Execution::closeOutput(Fd& fd) {
    m_loop.forget(fd.get(), *this);
    fd.reset();
}

void Execution::pump() {
    if (m_over) return;
    if (m_line && !m_kept.empty()) {
        const std::size_t part = std::min(m_line->room(), m_kept.size());
        m_line->send(kOutput, std::string_view(m_kept).substr(0, part));
        m_kept.erase(0, part);
        if (!m_kept.empty()) return update();
    }
    bool more = read(m_out, kOutput);
    more = read(m_err, kErrorOutput) || more;
    if (m_status && !more) return finishIfOver();
    update();
}

void Execution::finishIfOver() {
    if (m_over || !m_status || (m_stays && !m_line)) return;
    m_over = true;
    for (Fd* fd : {&m_in, &m_out, &m_err})
        if (*fd) closeOutput(*fd);
    if (m_line) {
        Line line = *std::exchange(m_line, std::nullopt);
        const std::string word = m_failure ? m_failure(*m_status) : std::string();
        line.close({word.empty() ? *m_status : 0, word});
    }
    if (m_onOver) m_onOver();
}

void Execution::resize(int rows, int columns) {
    if (!m_terminal || !m_in) return;
    const winsize size = windowOf(rows, columns);
    ::ioctl(m_in.get(), TIOCSWINSZ, &size);
}

void Execution::signal(int number) {
    if (m_pid > 0 && number > 0 && number < 65) ::kill(-m_pid, number);
}

void Execution::update() {
    if (m_over) return;
    const bool room = !m_line || m_line->room() > 0;
    const bool reads = room && (m_line == std::nullopt || m_kept.empty());
    for (Fd* fd : {&m_out, &m_err})
        if (*fd) m_loop.watch(fd->get(), reads ? EPOLLIN : 0u, *this);
    if (m_in) m_loop.watch(m_in.get(), m_pendingInput.empty() ? 0u : static_cast<std::uint32_t>(EPOLLOUT), *this);
}

void Execution::ready(std::uint32_t) {
    writeInput();
    pump();
}

}  // namespace ph::shim
