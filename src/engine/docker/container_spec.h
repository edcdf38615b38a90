#pragma once

#include "ports/engine.h"

#include <boost/json/value.hpp>

#include <map>
#include <string>
#include <vector>

namespace ph::engine {

inline constexpr const char* kSiteLabel = "io.pilothouse.site";
inline constexpr const char* kRunLabel = "io.pilothouse.task-run";

/// An rlimit of a container; a host's defaults may be more than it can give. -1: none.
struct ContainerLimit {
    std::string name;
    std::int64_t soft = -1;
    std::int64_t hard = -1;
};

/// What a container needs besides the request.
struct ContainerPlaces {
    std::string site;  ///< by this label a controller knows its own
    std::string image;
    std::string runFolder;  ///< on the host
    std::string shim;       ///< on the host
    std::string network;    ///< "none" or a network's name
    std::vector<std::string> devices;
    std::vector<ContainerLimit> limits;
    int processLimit = 0;
    bool foreignFolder = false;  ///< the run folder belongs to somebody else than root
};

std::string containerName(const TaskRunId& id);
/// Each organisation has a network of its own.
std::string networkName(const std::string& site, const OrgId& org);
/// The body of "create a container": the shim as its only program, root without capabilities but those by which it
/// becomes the task's user, nothing of the environment or the command. Pure.
boost::json::value containerSpec(const LaunchRequest& request, const ContainerPlaces& places);

/// The task's variables over those of its image: an image's PATH and the like are kept, all else is ours and the
/// task's.
std::map<std::string, std::string> overImage(const std::vector<std::string>& image,
                                             std::map<std::string, std::string> task, const LaunchRequest& request);

}  // namespace ph::engine
