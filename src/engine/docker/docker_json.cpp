#include "engine/docker/docker_json.h"

#include "base/utf8.h"

#include <boost/json.hpp>

#include <algorithm>
#include <cctype>

namespace ph::engine {

namespace {

constexpr std::size_t kLongestWords = 500;
constexpr std::size_t kDeepest = 32;

const boost::json::value* at(const boost::json::value& json, std::string_view pointer) {
    boost::system::error_code error;
    return json.find_pointer(pointer, error);
}

}  // namespace

std::optional<boost::json::value> parseAnswer(std::string_view text) {
    boost::json::parse_options options;
    options.max_depth = kDeepest;
    boost::system::error_code error;
    auto json = boost::json::parse(text, error, {}, options);
    if (error) return std::nullopt;
    return json;
}

std::string textAt(const boost::json::value& json, std::string_view pointer) {
    const auto* value = at(json, pointer);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::int64_t numberAt(const boost::json::value& json, std::string_view pointer) {
    const auto* value = at(json, pointer);
    boost::system::error_code error;
    const auto number = value && value->is_number() ? value->to_number<std::int64_t>(error) : 0;
    return error ? 0 : number;
}

bool flagAt(const boost::json::value& json, std::string_view pointer) {
    const auto* value = at(json, pointer);
    return value && value->is_bool() && value->get_bool();
}

std::string shortText(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    return excerpt(text, kLongestWords);
}

std::string urlEncoded(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || c == '-' || c == '.' || c == '_' || c == '~') {
            out += c;
        } else {
            out += '%';
            out += kDigits[byte >> 4];
            out += kDigits[byte & 15];
        }
    }
    return out;
}

}  // namespace ph::engine
