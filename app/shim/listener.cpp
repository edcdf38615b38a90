#include "app/shim/listener.h"

#include "app/shim/execution_channel.h"
#include "app/shim/files.h"
#include "app/shim/port_channel.h"
#include "app/shim/sample_channel.h"
#include "app/shim/tail_channel.h"
#include "app/shim/task.h"

#include <sys/epoll.h>
#include <sys/socket.h>

namespace ph::shim {

namespace {

/// The task's environment with what the request adds or changes.
std::vector<std::string> merged(std::vector<std::string> environment, const std::vector<std::string>& more) {
    for (const auto& variable : more) {
        const std::string key = variable.substr(0, variable.find('=') + 1);
        std::erase_if(environment, [&](const std::string& old) { return !key.empty() && old.rfind(key, 0) == 0; });
        environment.push_back(variable);
    }
    return environment;
}

}  // namespace

Listener::Listener(Loop& loop, Processes& processes, Usage& usage, Task& task)
    : m_loop(loop), m_processes(processes), m_usage(usage), m_task(task) {
    setNonBlocking(kSocketFd);
    m_loop.watch(kSocketFd, EPOLLIN, *this);
    m_task.onChange([this] { pumpAll(); });
    m_usage.onSample([this] { pumpAll(); });
}

void Listener::ready(std::uint32_t) {
    Fd socket(::accept4(kSocketFd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket || m_connections.size() >= kMostConnections) return;
    m_connections.push_back(std::make_unique<Connection>(
        m_loop, std::move(socket), m_task,
        [this](const OpenRequest& request, Line line) { return open(request, line); },
        [this](Connection& connection) { gone(connection); }));
}

void Listener::gone(Connection& connection) {
    for (auto it = m_connections.begin(); it != m_connections.end(); ++it) {
        if (it->get() != &connection) continue;
        m_loop.bury(std::move(*it));
        m_connections.erase(it);
        return;
    }
}

void Listener::forgetDetached(const std::string& name) {
    const auto found = m_detached.find(name);
    if (found == m_detached.end()) return;
    m_loop.bury(std::make_unique<std::shared_ptr<Execution>>(std::move(found->second)));
    m_detached.erase(found);
}

void Listener::pumpAll() {
    std::vector<Connection*> all;
    for (const auto& connection : m_connections) all.push_back(connection.get());
    for (Connection* connection : all) connection->pump();
}

void Listener::farewell() {
    pumpAll();
}

std::unique_ptr<Channel> Listener::refuse(Line line, std::string word) {
    line.close({0, std::move(word)});
    return nullptr;
}

std::unique_ptr<Channel> Listener::open(const OpenRequest& request, Line line) {
    const auto ended = [this] { return m_task.ended(); };
    switch (request.kind) {
        case ChannelKind::Log:
            return std::make_unique<TailChannel>(line, kLogFd, request.offset, request.follow, ended);
        case ChannelKind::Metrics:
            return std::make_unique<TailChannel>(line, kMetricsFd, request.offset, request.follow, ended);
        case ChannelKind::Samples:
            return std::make_unique<SampleChannel>(line, m_usage, request.count, request.follow);
        case ChannelKind::Exec:
            return openExec(request, line);
        case ChannelKind::Attach:
            return attach(request, line);
        case ChannelKind::FilesGet:
        case ChannelKind::FilesPut:
            return openFiles(request, line);
        case ChannelKind::Port:
            return std::make_unique<PortChannel>(m_loop, line, request.port);
    }
    return refuse(line, "unknown-kind");
}

std::unique_ptr<Channel> Listener::openExec(const OpenRequest& request, Line line) {
    if (request.command.empty()) return refuse(line, "no-command");
    if (request.detach && (request.name.empty() || m_detached.count(request.name))) return refuse(line, "name-taken");
    auto execution = std::make_shared<Execution>(m_loop, m_processes);
    const auto environment = merged(m_task.plan().environment, request.environment);
    const std::string failure = execution->startCommand(request, environment, m_task.plan().workingDirectory);
    if (!failure.empty()) return refuse(line, failure);
    if (request.detach) {
        m_detached[request.name] = execution;
        execution->onOver([this, name = request.name] { forgetDetached(name); });
    }
    execution->attach(line);
    return std::make_unique<ExecutionChannel>(std::move(execution), request.detach);
}

std::unique_ptr<Channel> Listener::attach(const OpenRequest& request, Line line) {
    const auto found = m_detached.find(request.name);
    if (found == m_detached.end() || found->second->over()) return refuse(line, "no-such-terminal");
    if (found->second->attached()) return refuse(line, "attached-elsewhere");
    found->second->attach(line);
    found->second->resize(request.rows, request.columns);
    return std::make_unique<ExecutionChannel>(found->second, true);
}

std::unique_ptr<Channel> Listener::openFiles(const OpenRequest& request, Line line) {
    const std::string path = innerPath(m_task.plan().workingDirectory, request.path);
    const bool get = request.kind == ChannelKind::FilesGet;
    const auto body = [path, get](int in, int out) { return get ? packFiles(path, out) : unpackFiles(path, in); };
    auto execution = std::make_shared<Execution>(m_loop, m_processes);
    const std::string failure = execution->startBody(body, filesFailure);
    if (!failure.empty()) return refuse(line, failure);
    execution->attach(line);
    return std::make_unique<ExecutionChannel>(std::move(execution), false);
}

}  // namespace ph::shim
