#include "cli/environment.h"

namespace ph::cli {

namespace {

std::string folder(const Environment& environment, const std::string& name, const std::string& below) {
    const std::string base = variable(environment, name);
    return (base.empty() ? variable(environment, "HOME") + below : base) + "/pilothouse";
}

}  // namespace

std::string configFolder(const Environment& environment) {
    return folder(environment, "XDG_CONFIG_HOME", "/.config");
}

std::string stateFolder(const Environment& environment) {
    return folder(environment, "XDG_STATE_HOME", "/.local/state");
}

}  // namespace ph::cli
