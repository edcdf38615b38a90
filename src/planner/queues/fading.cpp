#include "planner/queues/fading.h"

#include <array>

namespace ph::queues {

namespace {

/// 2^(-1/2), 2^(-1/4), 2^(-1/8) ... in parts of kFadeParts: one factor for each binary digit of the exponent.
constexpr std::array<std::int64_t, 20> kRoots{759250125,  902905651,  984625594,  1028218693, 1050733751,
                                              1062175491, 1067942999, 1070838486, 1072289173, 1073015252,
                                              1073378477, 1073560135, 1073650976, 1073696399, 1073719111,
                                              1073730468, 1073736146, 1073738985, 1073740404, 1073741114};

}  // namespace

std::int64_t faded(std::chrono::microseconds age, std::chrono::microseconds halfLife) {
    const std::int64_t whole = age.count() / halfLife.count();
    if (whole >= 30) return 0;
    std::int64_t parts = kFadeParts >> whole;
    std::int64_t rest = age.count() % halfLife.count();
    for (const std::int64_t root : kRoots) {
        rest *= 2;
        if (rest < halfLife.count()) continue;
        rest -= halfLife.count();
        parts = (parts * root) / kFadeParts;
    }
    return parts;
}

}  // namespace ph::queues
