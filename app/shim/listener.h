#pragma once

#include "app/shim/connection.h"
#include "app/shim/execution.h"
#include "app/shim/loop.h"
#include "app/shim/processes.h"
#include "app/shim/usage.h"

#include <list>
#include <map>
#include <memory>

namespace ph::shim {

class Task;

/// Accepts controllers on the inherited socket and opens their channels.
class Listener final : public Watcher {
public:
    Listener(Loop& loop, Processes& processes, Usage& usage, Task& task);
    void ready(std::uint32_t events) override;
    /// Gives the connections a moment to take what they have not read yet.
    void farewell();

private:
    static constexpr std::size_t kMostConnections = 16;

    std::unique_ptr<Channel> open(const OpenRequest& request, Line line);
    std::unique_ptr<Channel> openExec(const OpenRequest& request, Line line);
    std::unique_ptr<Channel> openFiles(const OpenRequest& request, Line line);
    std::unique_ptr<Channel> attach(const OpenRequest& request, Line line);
    std::unique_ptr<Channel> refuse(Line line, std::string word);
    void gone(Connection& connection);
    void forgetDetached(const std::string& name);
    void pumpAll();

    Loop& m_loop;
    Processes& m_processes;
    Usage& m_usage;
    Task& m_task;
    std::list<std::unique_ptr<Connection>> m_connections;
    std::map<std::string, std::shared_ptr<Execution>> m_detached;
};

}  // namespace ph::shim
