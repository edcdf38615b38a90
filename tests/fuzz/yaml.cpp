#include "reflect/yaml.h"

#include "domain/jobs/job_spec.h"
#include "fuzz/fuzz.h"
#include "fuzz/value.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/json/serialize.hpp>

namespace ph::fuzz {

void one(std::string_view input) {
    const auto value = reflect::parseYaml(input);
    if (!value) return requireGoodFaults(value.error());
    const auto back = reflect::parseYaml(reflect::yamlText(*value));
    require(back && sameValue(*back, *value), "YAML reads back as what was written");
    const auto json = reflect::parseJson(boost::json::serialize(*value), 1U << 30);
    require(json && sameValue(*json, *value), "what YAML holds can be sent as JSON");
    const auto spec = reflect::decode<JobSpec>(*value, reflect::Scalars::Lenient);
    if (!spec) requireGoodFaults(spec.error());
}

}  // namespace ph::fuzz
