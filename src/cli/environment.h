#pragma once

#include <map>
#include <string>

namespace ph::cli {

/// The variables that matter, injected so that tests have their own.
using Environment = std::map<std::string, std::string>;

/// The value, or empty if it is not set.
inline std::string variable(const Environment& environment, const std::string& name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string() : found->second;
}

/// "$XDG_CONFIG_HOME/pilothouse" or "~/.config/pilothouse".
std::string configFolder(const Environment& environment);
/// "$XDG_STATE_HOME/pilothouse" or "~/.local/state/pilothouse": where a controller of this user keeps its data.
std::string stateFolder(const Environment& environment);

}  // namespace ph::cli
