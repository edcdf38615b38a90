#include "base/network_address.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>

namespace ph {

std::string networkOf(const std::string& address) {
    in6_addr parsed{};
    const auto bare = address.substr(0, address.find('%'));
    if (::inet_pton(AF_INET6, bare.c_str(), &parsed) != 1) return address;
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (IN6_IS_ADDR_V4MAPPED(&parsed)) return ::inet_ntop(AF_INET, parsed.s6_addr + 12, text.data(), text.size());
    std::fill(std::begin(parsed.s6_addr) + 8, std::end(parsed.s6_addr), std::uint8_t{0});
    return std::string(::inet_ntop(AF_INET6, &parsed, text.data(), text.size())) + "/64";
}

}  // namespace ph
