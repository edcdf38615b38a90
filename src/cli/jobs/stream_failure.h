#pragma once

#include "api/jobs.h"
#include "base/error.h"
#include "messages/language.h"

#include <string>

namespace ph::cli {

/// How a stream into a task failed, about `path`: kStreamFailed whose kind follows from the word of
/// StreamEnd::failure, or the server's own error if the word names one.
Error streamFailure(const api::StreamEnd& end, const std::string& path, messages::Language language);

}  // namespace ph::cli
