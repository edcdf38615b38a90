#pragma once

#include "base/error.h"

#include <boost/asio/awaitable.hpp>

namespace ph {

/// An operation that suspends and may fail. Callers await named objects only (GCC 12 miscompiles temporaries).
template <class T = void>
using Async = boost::asio::awaitable<Result<T>>;

}  // namespace ph
