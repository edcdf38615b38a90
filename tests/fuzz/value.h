#pragma once

#include "base/error.h"

#include <boost/json/value.hpp>

#include <string>

namespace ph::fuzz {

/// Whether both hold the same, numbers by their value and but for rounding: 3.0 may come back as 3.
bool sameValue(const boost::json::value& a, const boost::json::value& b);
/// The faults that a person is shown are few, short and can be sent as JSON.
void requireGoodFaults(const Error& error);

}  // namespace ph::fuzz
