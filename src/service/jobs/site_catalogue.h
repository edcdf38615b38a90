#pragma once

#include "domain/jobs/job_validation.h"
#include "domain/storage/area.h"

#include <string>
#include <vector>

namespace ph {

/// What the administrator declared for jobs: limits, runtimes, areas. Read at start; immutable afterwards.
struct SiteCatalogue {
    std::string siteName = "Pilothouse";
    JobLimits limits;  ///< without areas and templates, which limitsFor() fills in
    std::vector<RuntimeTemplate> templates;
    std::vector<Area> areas;
    std::string runtimesFolder;

    /// The limits as a member of the organisation named `organisation` sees them.
    JobLimits limitsFor(const std::string& organisation) const;
    const RuntimeTemplate* findTemplate(const std::string& name) const;
    const Area* findArea(const std::string& name) const;
};

/// The template with "{runtimes}" replaced by the folder in its mounts and variables.
RuntimeTemplate substituteRuntimes(RuntimeTemplate runtime, const std::string& runtimesFolder);

/// Whether everything that the template shows to tasks is there now. Touches the disk.
bool isInstalled(const RuntimeTemplate& runtime);

}  // namespace ph
