#pragma once

#include "base/error.h"

#include <span>
#include <string_view>

namespace ph::api {

/// Every error id that can cross the wire: clients turn the name in a problem back into it, messages has a sentence for
/// each.
std::span<const ErrorId> errorIds();
/// Null for a name that this version does not know.
const ErrorId* findErrorId(std::string_view name);

}  // namespace ph::api
