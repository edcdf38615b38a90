#pragma once

#include "engine/task/run_folder.h"
#include "ports/engine.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ph::engine {

class AcceleratorCatalogue;

/// What tasks see the same way on every engine that gives them a run folder.
inline constexpr const char* kWork = "/work";
inline constexpr const char* kMetricsFile = "/run/ph/metrics";
inline constexpr std::uint32_t kLimitGraceMillis = 10'000;  ///< between SIGTERM and SIGKILL at the time limit

using BlobPath = std::function<std::string(const std::string& digest)>;

/// The claim of a launch, as of now and of this boot.
RunClaim claimOf(const LaunchRequest& request);

/// Makes the working directory of a claimed run with its files, owned by `owner` (0: by us), and checks that what is to
/// be mounted is there. `reason` says what of the request is missing. Blocking.
Result<> placeWork(const LaunchRequest& request, const RunFolder& folder, std::uint32_t owner, const BlobPath& blobPath,
                   Reason& reason);

/// The variables of a task: ours, its cards', its own and its secrets, later ones first.
std::map<std::string, std::string> taskEnvironment(const LaunchRequest& request,
                                                   const AcceleratorCatalogue& accelerators);
/// "NAME=value" each.
std::vector<std::string> assignments(const std::map<std::string, std::string>& variables);

}  // namespace ph::engine
