#pragma once

#include "base/error.h"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace ph::reflect {

/// Parses one YAML document of at most 1 MiB, 32 levels, 20,000 nodes and 100 aliases, which repeat
/// no more than 4 MiB of text, into a JSON value. A plain scalar becomes a number or boolean only if that prints as the
/// same text. Faults (code "yaml") carry line and column; several documents, duplicate keys and keys that are not
/// strings are faults.
Result<boost::json::value> parseYaml(std::string_view text);

/// YAML text that parses back to the same value: strings that would read as another type are quoted.
std::string yamlText(const boost::json::value& value);

}  // namespace ph::reflect
