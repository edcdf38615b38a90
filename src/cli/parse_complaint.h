#pragma once

#include "messages/language.h"

#include <string>
#include <string_view>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace ph::cli {

/// What is wrong with a command line, what may have been meant, and where to read on. `program` has just parsed it.
std::string parseComplaint(const CLI::App& program, const CLI::ParseError& error, messages::Language language);
/// The same for what CLI11 lets through: `key` is one of texts.h.
std::string parseComplaint(const CLI::App& program, std::string_view key, messages::Language language);

/// The innermost command that was recognised.
const CLI::App& deepest(const CLI::App& program);

}  // namespace ph::cli
