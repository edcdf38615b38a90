#include "reflect/schema.h"

#include <boost/core/demangle.hpp>
#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ph::reflect {

boost::json::object Schemas::structure(std::type_index type, const std::function<void(boost::json::object&)>& fill,
                                       std::span<const std::string_view> required) {
    auto [place, isNew] = m_names.try_emplace(type);
    if (isNew) {
        const std::string qualified = boost::core::demangle(type.name());
        const std::string name = qualified.substr(qualified.rfind(':') + 1);
        place->second = name;
        boost::json::object properties;
        fill(properties);
        boost::json::object schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
        if (!required.empty()) schema["required"] = boost::json::array(required.begin(), required.end());
        m_schemas[name] = std::move(schema);
        return {{"$ref", "#/components/schemas/" + name}};
    }
    return {{"$ref", "#/components/schemas/" + place->second}};
}

boost::json::object nullable(boost::json::object schema) {
    return {{"anyOf", boost::json::array{std::move(schema), boost::json::object{{"type", "null"}}}}};
}

boost::json::object enumSchema(std::span<const std::string> words) {
    return {{"type", "string"}, {"enum", boost::json::array(words.begin(), words.end())}};
}

std::string joined(std::span<const std::string> words) { return fmt::format("{}", fmt::join(words, ", ")); }

}  // namespace ph::reflect
