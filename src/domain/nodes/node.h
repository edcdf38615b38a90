#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/units.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <map>
#include <string>
#include <vector>

namespace ph {

/// One card. `id` is unique on its node ("nvidia0", "sim3"); a simulated one runs nothing and says so everywhere.
struct Accelerator {
    std::string id;
    std::string vendor;
    std::string model;
    Bytes memory;
    bool simulated = false;
};
BOOST_DESCRIBE_STRUCT(Accelerator, (), (id, vendor, model, memory, simulated))

struct NodeCapacity {
    MilliCpu cpu;
    Bytes memory;
    Bytes scratch;
    std::vector<Accelerator> accelerators;
};
BOOST_DESCRIBE_STRUCT(NodeCapacity, (), (cpu, memory, scratch, accelerators))

enum class NodeState { Ready, Cordoned, Down };
BOOST_DESCRIBE_ENUM(NodeState, Ready, Cordoned, Down)

/// How strongly an engine holds a limit: by the kernel, by a watching process, or not at all.
enum class LimitStrength { Kernel, Watched, None };
BOOST_DESCRIBE_ENUM(LimitStrength, Kernel, Watched, None)

/// What the node's engine can do here; clients enable and hide from it.
struct EngineCapabilities {
    std::string engine;  ///< "process", "docker", "kubernetes"
    LimitStrength memoryLimit = LimitStrength::None;
    LimitStrength cpuLimit = LimitStrength::None;
    LimitStrength scratchLimit = LimitStrength::None;
    bool networkIsolated = false;
    bool userPerOrganisation = false;
    bool exec = true;
    bool files = true;
    bool ports = true;
    std::vector<std::string> remarks;  ///< stable words such as "network-not-isolated", for messages
};
BOOST_DESCRIBE_STRUCT(EngineCapabilities, (), (engine, memoryLimit, cpuLimit, scratchLimit, networkIsolated, userPerOrganisation,
                                               exec, files, ports, remarks))

struct NodeSummary {
    NodeId id;
    std::string name;
    NodeState state = NodeState::Ready;
    std::string stateDetail;  ///< why it is down
    NodeCapacity capacity;
    MilliCpu cpuAllocated;
    Bytes memoryAllocated;
    Bytes scratchAllocated;
    std::vector<std::string> acceleratorsAllocated;
    EngineCapabilities capabilities;
    std::map<std::string, std::string> labels;
    int running = 0;  ///< TaskRuns that hold resources
    std::int64_t seq = 0;
};
BOOST_DESCRIBE_STRUCT(NodeSummary, (), (id, name, state, stateDetail, capacity, cpuAllocated, memoryAllocated, scratchAllocated,
                                        acceleratorsAllocated, capabilities, labels, running, seq))

/// One reading of a card; negative values mean "not reported".
struct AcceleratorSample {
    std::string id;
    int usePercent = -1;
    std::int64_t memoryUsed = -1;
    int temperatureCelsius = -1;
    int powerWatts = -1;
    bool simulated = false;
};
BOOST_DESCRIBE_STRUCT(AcceleratorSample, (), (id, usePercent, memoryUsed, temperatureCelsius, powerWatts, simulated))

/// One reading of a node or a task: `cpuMilli` is the mean since the reading before.
struct UsageSample {
    Timestamp at;
    std::int64_t cpuMilli = 0;
    std::int64_t memoryBytes = 0;
    std::int64_t diskReadBytes = 0;
    std::int64_t diskWriteBytes = 0;
    std::int64_t networkReceivedBytes = 0;
    std::int64_t networkSentBytes = 0;
    std::vector<AcceleratorSample> accelerators;
};
BOOST_DESCRIBE_STRUCT(UsageSample, (), (at, cpuMilli, memoryBytes, diskReadBytes, diskWriteBytes, networkReceivedBytes,
                                        networkSentBytes, accelerators))

/// One point of a training curve, written by the task as a JSON line to $PH_METRICS.
struct MetricPoint {
    std::int64_t step = 0;
    std::string name;
    double value = 0;
    Timestamp at;
};
BOOST_DESCRIBE_STRUCT(MetricPoint, (), (step, name, value, at))

inline constexpr ErrorId kNodeNotFound{"node-not-found", ErrorKind::NotFound};

}  // namespace ph
