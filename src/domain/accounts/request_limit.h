#pragma once

#include "base/error.h"

namespace ph {

/// More requests than one token, or one address without a token, may make (seconds until the next).
inline constexpr ErrorId kTooManyRequests{"too-many-requests", ErrorKind::TooMany};

}  // namespace ph
