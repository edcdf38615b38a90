#include "base/random.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include <sys/random.h>

namespace ph {

void SystemRandom::fill(std::span<unsigned char> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw std::system_error(errno, std::generic_category(), "getrandom");
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
}

std::string randomHex(RandomSource& random, std::size_t bytes) {
    std::vector<unsigned char> raw(bytes);
    random.fill(raw);
    return fmt::format("{:02x}", fmt::join(raw, ""));
}

}  // namespace ph
