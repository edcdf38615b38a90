#pragma once

#include "domain/storage/area.h"
#include "ports/engine.h"

#include <map>
#include <string>

namespace ph {

/// The runtimes and areas that a launch may name, with "{runtimes}" already replaced.
struct LaunchSite {
    std::map<std::string, RuntimeTemplate> templates;
    std::map<std::string, Area> areas;
};

/// What the engine is asked to start for one attempt of `job`. A template or area that is no longer declared is
/// MissingFile's business: the mount is named with an empty source and the engine refuses it. Pure.
LaunchRequest launchRequestOf(const Job& job, const TaskRun& run, const std::vector<std::string>& cards,
                              const LaunchSite& site, std::map<std::string, std::string> secrets);

}  // namespace ph
