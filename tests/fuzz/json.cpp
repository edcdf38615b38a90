#include "fuzz/fuzz.h"
#include "fuzz/value.h"
#include "reflect/json_text.h"
#include "reflect/yaml.h"

#include <boost/json/serialize.hpp>

namespace ph::fuzz {

void one(std::string_view input) {
    const auto value = reflect::parseJson(input, 1 << 16);
    if (!value) return requireGoodFaults(value.error());
    const auto again = reflect::parseJson(boost::json::serialize(*value));
    require(again && sameValue(*again, *value), "JSON reads back as what was written");
    const auto pretty = reflect::parseJson(reflect::prettyJson(*value));
    require(pretty && sameValue(*pretty, *value), "indented JSON reads back as what was written");
    const auto yaml = reflect::parseYaml(reflect::yamlText(*value));
    // YAML holds fewer values, and no NUL; what it takes must be the same.
    if (yaml) require(sameValue(*yaml, *value), "a JSON value reads back from YAML");
}

}  // namespace ph::fuzz
