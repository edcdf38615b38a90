#pragma once

#include "cli/command_line.h"

#include <string>

namespace ph::cli {

/// A completion script for "bash", "zsh" or "fish".
std::string completionScript(const std::string& shell, const CommandDescription& program);

}  // namespace ph::cli
