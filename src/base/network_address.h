#pragma once

#include <string>

namespace ph {

/// What limits count by: an IPv4 address as it is, also one that is mapped into IPv6; of an IPv6 address its /64,
/// within which one machine may take any address. Other text is returned as it is.
std::string networkOf(const std::string& address);

}  // namespace ph
