#include "base/clock.h"

#include <fstream>

#include <time.h>

namespace ph {

namespace {
std::chrono::microseconds read(clockid_t clock) {
    timespec t{};
    ::clock_gettime(clock, &t);
    return std::chrono::microseconds(t.tv_sec * 1'000'000LL + t.tv_nsec / 1000);
}
}  // namespace

Timestamp SystemClock::now() const { return {read(CLOCK_REALTIME).count()}; }

std::chrono::microseconds SystemClock::monotonic() const { return read(CLOCK_MONOTONIC); }

std::string bootId() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

}  // namespace ph
