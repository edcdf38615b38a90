#include "fuzz/fuzz.h"
#include "shim/plan.h"

namespace ph::fuzz {

void one(std::string_view input) {
    if (const auto plan = shim::decodePlan(input))
        require(input.starts_with(shim::encode(*plan)), "a plan is written as it was read");
    if (const auto preparation = shim::decodePreparation(input)) {
        const std::string written = shim::encode(*preparation);
        const auto again = shim::decodePreparation(written);
        require(again && shim::encode(*again) == written, "a preparation reads back as what was written");
    }
}

}  // namespace ph::fuzz
