#include "e2e/crash/killers.h"

#include "support/program.h"

#include <csignal>
#include <filesystem>
#include <sstream>
#include <sys/types.h>
#include <vector>

namespace ph::test::crash {

namespace fs = std::filesystem;

namespace {

struct TaskProcesses {
    pid_t sandbox = 0;  ///< bwrap
    pid_t first = 0;    ///< the shim
};

/// From the run's file "process": what the controller and bwrap noted, as seen from here.
TaskProcesses processesOf(const fs::path& run) {
    const auto text = readFile(run.string() + "/process");
    const auto number = [&](const std::string& before) {
        const auto place = text.find(before);
        return place == std::string::npos ? 0 : static_cast<pid_t>(std::atol(text.c_str() + place + before.size()));
    };
    return {number("launcher "), number("\"child-pid\": ")};
}

bool alive(pid_t pid, const std::string& run) {
    return pid > 0 && readFile("/proc/" + std::to_string(pid) + "/mountinfo").find(run) != std::string::npos;
}

}  // namespace

bool TaskKiller::killOne() {
    std::vector<TaskProcesses> running;
    std::error_code ignored;
    for (const auto& run : fs::directory_iterator(m_runs, ignored)) {
        const auto processes = processesOf(run.path());
        if (alive(processes.first, run.path().filename().string())) running.push_back(processes);
    }
    if (running.empty()) return false;
    const auto& chosen = running[m_random() % running.size()];
    const auto kind = m_random() % 3;
    if (kind != 0 && chosen.sandbox > 0) ::kill(chosen.sandbox, SIGKILL);
    if (kind != 1) ::kill(chosen.first, SIGKILL);
    return true;
}

}  // namespace ph::test::crash
