#pragma once

#include "base/error.h"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace ph::reflect {

/// Parses one JSON text of at most `most` bytes and 32 levels. Duplicate keys, trailing text and bad UTF-8 are faults
/// with the place of the error.
Result<boost::json::value> parseJson(std::string_view text, std::size_t most = 4 << 20);

/// Indented JSON with a final newline, for people and files.
std::string prettyJson(const boost::json::value& value);

}  // namespace ph::reflect
