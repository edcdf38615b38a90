#pragma once

#include <string>
#include <string_view>

namespace ph::reflect {

/// The wire name of a C++ name: "timeLimit" -> "time_limit", "OutOfMemory" -> "out_of_memory", "template_" ->
/// "template".
std::string wireName(std::string_view name);

}  // namespace ph::reflect
