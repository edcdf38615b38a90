#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/units.h"
#include "domain/jobs/job_state.h"
#include "engine/file_descriptor.h"
#include "engine/task/control_groups.h"
#include "shim/record.h"

#include <optional>
#include <string>

namespace ph::engine {

/// What is written before a TaskRun may start: enough to adopt it, or to say that it is lost.
struct RunClaim {
    TaskRunId id;
    JobId job;
    OrgId org;
    int attempt = 1;
    int rank = 0;
    std::string bootId;
    Timestamp claimedAt;
    std::string command;  ///< its first word
    Seconds timeLimit;
    Bytes memory;
    Bytes scratch;
    std::int64_t uid = 0;  ///< owner of the working directory
    TaskGroups groups;
};
BOOST_DESCRIBE_STRUCT(RunClaim, (),
                      (id, job, org, attempt, rank, bootId, claimedAt, command, timeLimit, memory, scratch, uid,
                       groups))

/// Process ids of a run as seen from the host.
struct RunProcesses {
    int launcher = 0;  ///< became bwrap, which waits for the shim
    int shim = 0;
};

/// The folder DIR/runs/<id>: claim, record, log, metrics, socket, process ids, what bwrap complained about, and the
/// working directory. Blocking; each call stands alone, so any thread may use it.
class RunFolder {
public:
    explicit RunFolder(std::string path) : m_path(std::move(path)) {}

    const std::string& path() const { return m_path; }
    std::string work() const { return m_path + "/work"; }
    std::string log() const { return m_path + "/log"; }
    std::string metrics() const { return m_path + "/metrics"; }
    std::string record() const { return m_path + "/exit"; }
    std::string complaints() const { return m_path + "/launch.err"; }

    /// Makes the folder and the claim durable. False if the folder is there already: somebody has claimed it before.
    Result<bool> claim(const RunClaim& claim) const;
    std::optional<RunClaim> readClaim() const;
    /// A failure that the engine itself found before anything ran.
    Result<> writeFailure(const Reason& reason) const;
    std::optional<Reason> readFailure() const;
    shim::ExitRecord readRecord() const;
    RunProcesses readProcesses() const;
    /// Whether any process of the run still holds the record, which it does from before its start to its very end.
    bool alive() const;

    /// The listening socket for the shim.
    Result<FileDescriptor> listen() const;
    /// A non-blocking connection to it.
    Result<FileDescriptor> connect() const;

private:
    std::string m_path;
};

}  // namespace ph::engine
