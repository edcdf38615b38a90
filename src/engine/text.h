#pragma once

#include <string>
#include <string_view>

namespace ph::engine {

/// What users name and programs say, for those above who want UTF-8: as it is, or else with the numbers of all bytes
/// that are not ASCII.
std::string asText(std::string_view bytes);

}  // namespace ph::engine
