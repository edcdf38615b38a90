#pragma once

#include "base/error.h"
#include "service/jobs/site_catalogue.h"

#include <string>

namespace ph {

/// Reads DATA/pilothouse.yaml (which may be absent) and RESOURCES/templates/*.yaml. Every fault of every file at once
/// (kInvalid), its path being the file, ": " and the path inside. No template is marked as working yet. Blocks: at
/// start only.
Result<SiteCatalogue> loadSiteCatalogue(const std::string& dataFolder, const std::string& resourcesFolder);

}  // namespace ph
