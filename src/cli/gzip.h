#pragma once

#include <string>
#include <string_view>

namespace ph::cli {

/// `bytes` as one gzip member (RFC 1952). Throws std::runtime_error if there is no memory for it.
std::string gzip(std::string_view bytes);

}  // namespace ph::cli
