#include "support/program.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace ph::test {

namespace {

struct Pipe {
    int read = -1;
    int write = -1;
    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
        read = ends[0];
        write = ends[1];
    }
    ~Pipe() {
        closeEnd(read);
        closeEnd(write);
    }
    static void closeEnd(int& end) {
        if (end >= 0) ::close(end);
        end = -1;
    }
};

pid_t spawn(const std::vector<std::string>& command, const std::map<std::string, std::string>& extra, int in, int out,
            int err) {
    std::vector<std::string> environment;
    for (char** entry = environ; *entry; ++entry) {
        const std::string text(*entry);
        if (!extra.contains(text.substr(0, text.find('=')))) environment.push_back(text);
    }
    for (const auto& [name, value] : extra) environment.push_back(name + "=" + value);
    const auto pointers = [](const std::vector<std::string>& list) {
        std::vector<char*> raw;
        for (const auto& text : list) raw.push_back(const_cast<char*>(text.c_str()));
        raw.push_back(nullptr);
        return raw;
    };
    auto arguments = pointers(command);
    auto variables = pointers(environment);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in, 0);
    ::posix_spawn_file_actions_adddup2(&actions, out, 1);
    ::posix_spawn_file_actions_adddup2(&actions, err, 2);
    pid_t pid = -1;
    const int failed = ::posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), variables.data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) throw std::runtime_error("cannot start " + command[0]);
    return pid;
}

int codeOf(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Feeds and drains the program's pipes; false once the deadline has passed.
bool exchange(const std::string& input, Pipe& in, Pipe& out, Pipe& err, ProgramResult& result,
              std::chrono::steady_clock::time_point end) {
    std::size_t written = 0;
    if (input.empty()) Pipe::closeEnd(in.write);
    while (out.read >= 0 || err.read >= 0) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        if (left <= 0) return false;
        pollfd fds[3] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
        if (::poll(fds, 3, static_cast<int>(left)) < 0 && errno != EINTR) return false;
        char buffer[65536];
        const auto drain = [&](const pollfd& fd, int& end_, std::string& text) {
            if (fd.fd < 0 || fd.revents == 0) return;
            const ssize_t got = ::read(fd.fd, buffer, sizeof buffer);
            if (got > 0)
                text.append(buffer, static_cast<std::size_t>(got));
            else
                Pipe::closeEnd(end_);
        };
        drain(fds[0], out.read, result.out);
        drain(fds[1], err.read, result.err);
        if (fds[2].fd < 0 || fds[2].revents == 0) continue;
        const ssize_t sent = ::write(in.write, input.data() + written, input.size() - written);
        if (sent > 0) written += static_cast<std::size_t>(sent);
        if (sent <= 0 || written == input.size()) Pipe::closeEnd(in.write);
    }
    return true;
}

}  // namespace

ProgramResult runProgram(const std::vector<std::string>& command, const std::string& input,
                         const std::map<std::string, std::string>& environment, std::chrono::seconds deadline) {
    ::signal(SIGPIPE, SIG_IGN);
    Pipe in, out, err;
    ProgramResult result;
    const pid_t pid = spawn(command, environment, in.read, out.write, err.write);
    Pipe::closeEnd(in.read);
    Pipe::closeEnd(out.write);
    Pipe::closeEnd(err.write);
    const bool ended = exchange(input, in, out, err, result, std::chrono::steady_clock::now() + deadline);
    if (!ended) ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (ended) result.exitCode = codeOf(status);
    return result;
}

BackgroundProgram::BackgroundProgram(const std::vector<std::string>& command, const std::string& outputFile,
                                     const std::map<std::string, std::string>& environment) {
    const int out = ::open(outputFile.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const int in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    m_pid = spawn(command, environment, in, out, out);
    ::close(in);
    ::close(out);
}

BackgroundProgram::~BackgroundProgram() {
    if (!running()) return;
    signal(SIGTERM);
    if (wait(std::chrono::seconds(20)) >= 0) return;
    signal(SIGKILL);
    wait(std::chrono::seconds(20));
}

bool BackgroundProgram::running() {
    if (!m_reaped) m_reaped = ::waitpid(m_pid, &m_status, WNOHANG) == m_pid;
    return !m_reaped;
}

void BackgroundProgram::signal(int number) {
    if (running()) ::kill(m_pid, number);
}

int BackgroundProgram::wait(std::chrono::seconds deadline) {
    return eventually([this] { return !running(); }, deadline) ? codeOf(m_status) : -1;
}

TemporaryFolder::TemporaryFolder() {
    auto pattern = (std::filesystem::temp_directory_path() / "pilothouse-test-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("mkdtemp");
    m_path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string readFile(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

void writeFile(const std::string& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
}

void pauseBetweenLooks() {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace ph::test
