#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace ph::test::crash {

/// Ends what belongs to a running task with SIGKILL: its first process, the sandbox around it or all of its processes.
class TaskKiller {
public:
    TaskKiller(std::string dataFolder, std::uint64_t seed) : m_runs(std::move(dataFolder) + "/runs"), m_random(seed) {}

    /// False if no task runs just now.
    bool killOne();

private:
    std::string m_runs;
    std::mt19937_64 m_random;
};

}  // namespace ph::test::crash
