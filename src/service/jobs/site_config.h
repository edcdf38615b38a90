#pragma once

#include "base/units.h"
#include "domain/storage/area.h"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ph {

/// Limits that an administrator may set; what is absent keeps the default of JobLimits.
struct SiteLimits {
    std::optional<Seconds> defaultTimeLimit;
    std::optional<Seconds> longestTimeLimit;
    std::optional<Bytes> largestFile;
    std::optional<Bytes> largestFiles;
    std::optional<int> mostFiles;
    std::optional<int> largestArray;
};
BOOST_DESCRIBE_STRUCT(SiteLimits, (),
                      (defaultTimeLimit, longestTimeLimit, largestFile, largestFiles, mostFiles, largestArray))

/// The data directory's pilothouse.yaml.
struct SiteConfig {
    std::string site = "Pilothouse";  ///< what people call this installation
    SiteLimits limits;
    std::vector<Area> areas;
    std::string templates;  ///< a folder with more runtime templates, relative to the data directory; they win over the
                            ///< shipped ones
};
BOOST_DESCRIBE_STRUCT(SiteConfig, (), (site, limits, areas, templates))

}  // namespace ph
