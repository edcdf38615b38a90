#include "fuzz/value.h"

#include "base/utf8.h"
#include "fuzz/fuzz.h"

#include <algorithm>
#include <cmath>

namespace ph::fuzz {

bool sameValue(const boost::json::value& a, const boost::json::value& b) {
    if (a.is_number() && b.is_number()) {
        // Boost.JSON before 1.85 reads a double's last digit not always as it wrote it.
        const double x = a.to_number<double>(), y = b.to_number<double>();
        return a == b || std::abs(x - y) <= 1e-14 * std::abs(x);
    }
    if (a.is_array() && b.is_array())
        return std::equal(a.get_array().begin(), a.get_array().end(), b.get_array().begin(), b.get_array().end(),
                          sameValue);
    if (a.is_object() && b.is_object()) {
        const auto found = [&](const boost::json::key_value_pair& member) {
            const auto* other = b.get_object().if_contains(member.key());
            return other != nullptr && sameValue(member.value(), *other);
        };
        return a.get_object().size() == b.get_object().size() &&
               std::all_of(a.get_object().begin(), a.get_object().end(), found);
    }
    return a == b;
}

void requireGoodFaults(const Error& error) {
    require(!error.faults.empty() && error.faults.size() <= 100, "an error has one to a hundred faults");
    for (const auto& fault : error.faults) {
        require(fault.value.size() <= 200, "a fault shows a short value");
        require(fault.path.size() <= 1000, "a fault has a short path");
        require(isUtf8(fault.path) && isUtf8(fault.value) && isUtf8(fault.allowed), "a fault is well-formed UTF-8");
    }
}

}  // namespace ph::fuzz
