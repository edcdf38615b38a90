#include "app/shim/plan_file.h"

#include <sys/stat.h>
#include <unistd.h>

namespace ph::shim {

namespace {

std::optional<std::string> readWhole(int fd) {
    struct stat about {};
    if (::fstat(fd, &about) != 0 || about.st_size > (16 << 20)) return std::nullopt;
    std::string bytes(static_cast<std::size_t>(about.st_size), '\0');
    if (::pread(fd, bytes.data(), bytes.size(), 0) != about.st_size) return std::nullopt;
    return bytes;
}

}  // namespace

std::optional<Plan> readPlan() {
    const auto bytes = readWhole(kPlanFd);
    return bytes ? decodePlan(*bytes) : std::nullopt;
}

std::optional<Preparation> readPreparation() {
    const auto bytes = readWhole(kPreparationFd);
    return bytes ? decodePreparation(*bytes) : std::nullopt;
}

}  // namespace ph::shim
