#pragma once

#include "domain/nodes/node.h"

#include <map>
#include <string>

namespace ph::engine {

/// What this machine has for tasks: the processors this process may use, memory, and the free space of `folder`'s disk,
/// all within the limits of our own control groups. Blocking.
NodeCapacity readCapacity(const std::string& folder);

std::string hostName();
/// "os", "kernel" and "architecture".
std::map<std::string, std::string> systemLabels();

}  // namespace ph::engine
