#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <map>
#include <string>

namespace ph {

enum class JobState { AwaitingApproval, Queued, Starting, Running, Stopping, Succeeded, Failed, Stopped };
BOOST_DESCRIBE_ENUM(JobState, AwaitingApproval, Queued, Starting, Running, Stopping, Succeeded, Failed, Stopped)

enum class TaskRunState { Pending, Launching, Running, Ended, Lost };
BOOST_DESCRIBE_ENUM(TaskRunState, Pending, Launching, Running, Ended, Lost)

/// Why a job is in its state. Arguments are named below as code(argument, ...); sizes are bytes, times seconds.
enum class ReasonCode {
    None,
    // waiting
    Submitted,      ///< not yet looked at
    AfterOthers,    ///< (jobs): waits for other jobs to succeed
    NeverFits,      ///< (resource, asked, most, nodes)
    BehindInQueue,  ///< (ahead, job)
    NotEnoughFree,  ///< (resource, asked, free, nodes) and, of who has a node kept: (promised, within)
    QueueLimit,     ///< (resource, asked, used, limit): of its organisation's queue
    NoNodeReady,    ///< (nodes): all cordoned or down
    RetryAfter,     ///< (attempt, seconds, cause): a new attempt is made soon
    Preparing,      ///< files and sandbox are being made
    // ended
    Completed,
    ExitCode,              ///< (code)
    Signal,                ///< (signal)
    OutOfMemory,           ///< (used, limit)
    TimeLimit,             ///< (limit)
    ScratchFull,           ///< (used, limit)
    StoppedBy,             ///< (user)
    DependencyFailed,      ///< (job)
    CommandNotFound,       ///< (command)
    CommandNotExecutable,  ///< (command)
    MissingFile,           ///< (path)
    ImageMissing,          ///< (image, detail)
    LaunchFailed,          ///< (detail)
    NodeLost,              ///< (node)
    OutputFailed,          ///< (path, detail)
};
BOOST_DESCRIBE_ENUM(ReasonCode, None, Submitted, AfterOthers, NeverFits, BehindInQueue, NotEnoughFree, QueueLimit,
                    NoNodeReady, RetryAfter, Preparing, Completed, ExitCode, Signal, OutOfMemory, TimeLimit,
                    ScratchFull, StoppedBy, DependencyFailed, CommandNotFound, CommandNotExecutable, MissingFile,
                    ImageMissing, LaunchFailed, NodeLost, OutputFailed)

struct Reason {
    ReasonCode code = ReasonCode::None;
    std::map<std::string, std::string> arguments;
    friend bool operator==(const Reason&, const Reason&) = default;
};
BOOST_DESCRIBE_STRUCT(Reason, (), (code, arguments))

bool isFinal(JobState state);
/// Whether the state table allows the step.
bool mayBecome(JobState from, JobState to);
bool mayBecome(TaskRunState from, TaskRunState to);

/// The ending may pass by itself: lost nodes, launch failures of the engine.
bool isTransient(ReasonCode code);

}  // namespace ph
