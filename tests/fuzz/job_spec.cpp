#include "domain/jobs/job_spec.h"

#include "domain/jobs/job_validation.h"
#include "fuzz/fuzz.h"
#include "fuzz/value.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

namespace ph::fuzz {

void one(std::string_view input) {
    const auto value = reflect::parseJson(input);
    if (!value) return;
    const auto spec = reflect::decode<JobSpec>(*value);
    if (!spec) return requireGoodFaults(spec.error());
    const auto written = reflect::encode(*spec);
    const auto again = reflect::decode<JobSpec>(written);
    require(again && reflect::encode(*again) == written, "a job reads back as what was written");
    JobLimits limits;
    limits.templates = {"python"};
    limits.areas = limits.writableAreas = {"data"};
    auto faults = validateJob(*spec, limits);
    if (!faults.empty()) return requireGoodFaults(Error(kInvalid).withFaults(std::move(faults)));
    require(validateJob(completedJob(*spec, limits), limits).empty(), "a good job completed is a good job");
}

}  // namespace ph::fuzz
