#pragma once

#include "domain/jobs/job.h"
#include "engine/task/run_folder.h"

#include <optional>

namespace ph::engine {

/// What the machine says of a run whose processes are gone.
struct RunEnding {
    TaskRunState state = TaskRunState::Ended;
    Reason reason;
    std::optional<TaskExit> exit;
    Timestamp startedAt;
    Timestamp endedAt;
};

/// Facts beside the record.
struct EndingFacts {
    GroupUsage usage;
    std::string complaints;  ///< what bwrap said
    bool killedByUs = false;
    std::string nodeName;
    std::string bootId;
};

/// The ending of a run from its claim, its record and the kernel's own figures: pure. Without an end in the record the
/// shim was killed: by the kernel for memory, by us, by bwrap's refusal to start, or nobody knows (Lost).
RunEnding judge(const RunClaim& claim, const shim::ExitRecord& record, const EndingFacts& facts);

/// Reads the facts, judges, and clears the control groups away. Blocking.
RunEnding settleRun(const RunFolder& folder, const RunClaim& claim, const std::string& nodeName, bool killedByUs);

}  // namespace ph::engine
