#pragma once

#include "base/error.h"

namespace ph::cli {

enum class ExitCode { Ok = 0, WorkFailed = 1, Usage = 2, NotFound = 3, NotAllowed = 4, Unreachable = 5 };

/// The exit code that scripts see for a failure.
ExitCode exitCodeOf(const Error& error);

}  // namespace ph::cli
