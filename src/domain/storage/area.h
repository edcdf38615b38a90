#pragma once

#include <boost/describe/class.hpp>

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ph {

/// A folder that an administrator declared for jobs to mount. `path` is the host's and never leaves the controller.
struct Area {
    std::string name;
    std::string path;
    bool writable = false;
    std::vector<std::string> organisations;  ///< names that may mount it; empty: all
    static constexpr std::array<std::string_view, 2> kRequired{"name", "path"};
};
BOOST_DESCRIBE_STRUCT(Area, (), (name, path, writable, organisations))

/// A named runtime: folders seen read-only by the task, and variables. "{runtimes}" in a path stands for the data directory's runtimes folder.
struct RuntimeTemplate {
    std::string name;
    std::string title;
    std::string description;
    std::map<std::string, std::string> mounts;  ///< target -> host path
    std::map<std::string, std::string> environment;
    static constexpr std::array<std::string_view, 1> kRequired{"name"};
};
BOOST_DESCRIBE_STRUCT(RuntimeTemplate, (), (name, title, description, mounts, environment))

}  // namespace ph
