#pragma once

#include "messages/sentence.h"

#include <span>
#include <string>

namespace ph::cli {

/// The command line's own sentences by key.
std::span<const messages::Sentence> texts();
/// Throws std::logic_error for a key that is not there: a bug.
std::string textOf(std::string_view key, const messages::Arguments& arguments, messages::Language language);

}  // namespace ph::cli
