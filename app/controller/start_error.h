#pragma once

#include "base/error.h"

#include <string>

namespace ph::controller {

/// What kept the controller from starting and what to do about it, for the administrator at its own console. These
/// errors never travel to clients, so their sentences are not in `messages`.
std::string startErrorText(const Error& error);

}  // namespace ph::controller
