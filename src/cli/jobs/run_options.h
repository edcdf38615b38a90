#pragma once

#include "base/error.h"
#include "cli/options.h"
#include "domain/jobs/job_spec.h"

#include <string>
#include <vector>

namespace ph::cli {

/// The options of `phctl run` that say what the job needs, and the spec that follows from them.
class RunOptions {
public:
    void describe(Options& options);
    /// kInvalid with every fault at once; their paths are the options' names.
    Result<JobSpec> spec(std::vector<std::string> command) const;

private:
    std::string m_name, m_template, m_cpu, m_memory, m_sharedMemory, m_scratch, m_timeLimit;
    std::vector<std::string> m_accelerators, m_environment, m_secrets, m_mounts, m_outputs, m_after;
    std::int64_t m_priority = 0;
    std::int64_t m_array = 0;
    bool m_noNetwork = false;
};

}  // namespace ph::cli
