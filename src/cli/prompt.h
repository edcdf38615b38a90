#pragma once

#include "cli/streams.h"

#include <optional>
#include <string>

namespace ph::cli {

/// One line without echo; nullopt where nobody can be asked (no terminal) or at the end of input.
std::optional<std::string> askSecret(Streams& streams, const std::string& question);
/// One line; nullopt where nobody can be asked.
std::optional<std::string> askLine(Streams& streams, const std::string& question);
/// The first line of the input, without its line end, for --password-stdin and piped secrets.
std::string readSecret(Streams& streams);

}  // namespace ph::cli
