#pragma once

#include "base/async.h"
#include "base/clock.h"
#include "domain/jobs/job.h"
#include "domain/nodes/node.h"
#include "ports/blob_store.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ph {

struct LaunchFile {
    std::string path;    ///< inside the working directory
    std::string digest;  ///< in the blob store
    bool executable = false;
};

struct LaunchMount {
    std::string source;  ///< path on the node
    std::string target;
    bool writable = false;
};

/// Everything an engine needs to start one TaskRun. Secrets are plain text here: never log this struct.
struct LaunchRequest {
    TaskRunId id;
    JobId job;
    OrgId org;
    int attempt = 1;
    int rank = 0;
    std::string image;  ///< engines without images ignore it; empty: the node's own
    std::vector<std::string> command;
    std::vector<LaunchFile> files;
    std::vector<LaunchMount> mounts;
    std::map<std::string, std::string> environment;
    std::map<std::string, std::string> secrets;
    MilliCpu cpu;
    Bytes memory;
    Bytes sharedMemory;
    Bytes scratch;
    std::vector<std::string> accelerators;  ///< card ids of the node given to this task
    Seconds timeLimit;
    NetworkPolicy network = NetworkPolicy::Outbound;
};

/// What an engine sees of one TaskRun. `reason` says why it ended; `exit` is set once a process ran.
struct TaskObservation {
    TaskRunId id;
    TaskRunState state = TaskRunState::Launching;
    Reason reason;
    std::optional<TaskExit> exit;
    Timestamp startedAt;
    Timestamp endedAt;
};

struct Observations {
    std::uint64_t position = 0;  ///< pass to the next observe()
    std::vector<TaskObservation> tasks;
};

/// One node's inventory as an engine finds it.
struct NodeInventory {
    std::string name;
    NodeCapacity capacity;
    EngineCapabilities capabilities;
    std::map<std::string, std::string> labels;
};

/// A file that collect() found and stored.
struct CollectedOutput {
    std::string path;
    std::string digest;
    std::int64_t size = 0;
};

struct Collected {
    std::vector<CollectedOutput> outputs;
    std::vector<Reason> failures;  ///< OutputFailed, one per path that could not be kept
};

/// Runs TaskRuns; knows neither HTTP nor SQL. Called on the logic thread, blocks it never. Every call has its own deadline
/// and fails with kUnavailable or kDeadline (retryable) or a final error. No more than one controller drives an engine.
class Engine {
public:
    virtual ~Engine() = default;

    virtual Async<NodeInventory> inventory() = 0;
    /// Idempotent by id: a TaskRun that was launched once, even by a controller that died, is not started again.
    /// Returns once the launch is certain to be found by observe(); a launch that fails later shows there as Ended.
    virtual Async<> launch(LaunchRequest request) = 0;
    /// Asks (SIGTERM), waits `grace`, ends the whole tree and verifies that nothing of it is left; then observe() shows it Ended.
    virtual Async<> stop(TaskRunId id, std::chrono::milliseconds grace) = 0;
    /// Forgets an ended TaskRun and deletes its log and working directory. Removing an unknown one is no error.
    virtual Async<> remove(TaskRunId id) = 0;
    /// Everything that changed after `since` (0: all that is known, adopted ones included); waits up to `wait` for a change.
    virtual Async<Observations> observe(std::uint64_t since, std::chrono::milliseconds wait) = 0;
    /// Stores the files of an ended TaskRun that match `patterns` as blobs. Links that lead outside are not followed.
    virtual Async<Collected> collect(TaskRunId id, std::vector<std::string> patterns, BlobStore& blobs) = 0;
    /// The last `count` readings of the node, oldest first, about one every two seconds.
    virtual Async<std::vector<UsageSample>> nodeSamples(std::size_t count) = 0;
};

}  // namespace ph
