#pragma once

#include "engine/file_descriptor.h"
#include "engine/task/run_ending.h"
#include "engine/task/run_folder.h"

#include <optional>
#include <string>

namespace ph::engine {

/// What a container's shim finds in its run folder: log, record, metrics, and a pipe that holds the plan for as long as
/// the returned descriptor is open. kInvalid for a plan that is larger than a pipe. Blocking.
Result<FileDescriptor> placeContainerFiles(const RunFolder& folder, const std::string& plan);

/// What the engine said of a container that has ended, kept beside the record: the container is removed, and a later
/// controller judges the same.
struct ContainerEnd {
    bool outOfMemory = false;
    bool killedByUs = false;
    std::string error;
};
Result<> writeContainerEnd(const RunFolder& folder, const ContainerEnd& end);
std::optional<ContainerEnd> readContainerEnd(const RunFolder& folder);

/// The ending of a run whose container has ended. Blocking.
RunEnding containerEnding(const RunFolder& folder, const RunClaim& claim, const ContainerEnd& end,
                          const std::string& nodeName);

/// The name by which this data folder's containers are known, made at the first start. Blocking.
Result<std::string> siteName(const std::string& dataFolder);

}  // namespace ph::engine
