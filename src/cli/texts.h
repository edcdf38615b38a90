#pragma once

#include "messages/sentence.h"

#include <span>
#include <string>

namespace ph::cli {

/// The command line's own sentences by key: what it says while it works, its help, and words in capitals for columns
/// and values. No key stands in two of them.
std::span<const messages::Sentence> spokenTexts();
std::span<const messages::Sentence> helpTexts();
std::span<const messages::Sentence> wordTexts();

/// Null for a key that is in none of them.
const messages::Sentence* findText(std::string_view key);
/// With its arguments. Throws std::logic_error for a key that is not there: a bug.
std::string textOf(std::string_view key, const messages::Arguments& arguments, messages::Language language);
/// As it stands, for words and help, whose brackets and braces are meant for people. Throws as textOf().
std::string plainTextOf(std::string_view key, messages::Language language);

}  // namespace ph::cli
