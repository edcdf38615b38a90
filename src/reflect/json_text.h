#pragma once

#include "base/error.h"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace ph::reflect {

/// Parses one JSON text of at most `most` bytes and 32 levels. Duplicate keys, numbers beyond a double, trailing text
/// and bad UTF-8 are faults with the place of the error.
Result<boost::json::value> parseJson(std::string_view text, std::size_t most = 4 << 20);

/// A string as JSON, and as YAML in double quotes, without any character that could end a line, steer a terminal or
/// turn the direction of reading: those are escaped.
std::string quotedText(std::string_view text);

/// Indented JSON with a final newline and strings as quotedText(), for people and files.
std::string prettyJson(const boost::json::value& value);

}  // namespace ph::reflect
