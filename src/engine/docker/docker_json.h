#pragma once

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ph::engine {

/// The engine's answers have many more members than we read, other ones in each version: members are taken out one by
/// one by their JSON pointer ("/State/OOMKilled"), and what is absent or of another type is empty.
std::optional<boost::json::value> parseAnswer(std::string_view text);
std::string textAt(const boost::json::value& json, std::string_view pointer);
std::int64_t numberAt(const boost::json::value& json, std::string_view pointer);
bool flagAt(const boost::json::value& json, std::string_view pointer);

/// Foreign words as one line of UTF-8 of at most 500 bytes.
std::string shortText(std::string text);

/// Percent-encodes everything but letters, digits and "-._~".
std::string urlEncoded(std::string_view text);

}  // namespace ph::engine
