#pragma once

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

namespace ph::reflect {

/// The named schemas of an OpenAPI document, filled while types are described.
class Schemas {
public:
    /// A reference to the schema of a struct; `fill` writes its properties the first time it is asked for.
    boost::json::object structure(std::type_index type, const std::function<void(boost::json::object&)>& fill,
                                  std::span<const std::string_view> required);
    /// The "components.schemas" object.
    const boost::json::object& all() const { return m_schemas; }

private:
    boost::json::object m_schemas;
    std::map<std::type_index, std::string> m_names;
};

boost::json::object nullable(boost::json::object schema);
boost::json::object enumSchema(std::span<const std::string> words);
std::string joined(std::span<const std::string> words);

}  // namespace ph::reflect
