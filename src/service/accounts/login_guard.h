#pragma once

#include "base/clock.h"
#include "base/recent_table.h"
#include "base/token_bucket.h"

#include <map>
#include <optional>
#include <string>

namespace ph {

/// Slows down guessing: after 5 failures of one name from one network (base/network_address.h) each further try waits,
/// from 1 s doubling to 60 s; what was not tried for 15 minutes is forgotten. Whatever the names, a network has 16
/// failures at once and one in 2 s, as each costs a password hash. Bounded. One thread.
class LoginGuard {
public:
    explicit LoginGuard(const Clock& clock) : m_clock(clock) {}

    /// Counts a try as failed until succeeded() says otherwise, so that tries side by side count too. The wait left if
    /// it must not be made now.
    std::optional<std::chrono::seconds> tryNow(const std::string& name, const std::string& from);
    void succeeded(const std::string& name, const std::string& from);
    std::size_t size() const { return m_tries.size(); }

    static constexpr std::size_t kMost = 4096;

private:
    struct Tries {
        int count = 0;
        std::chrono::microseconds last{};
        std::chrono::microseconds until{};
    };
    void makeRoom(std::chrono::microseconds now);

    const Clock& m_clock;
    std::map<std::string, Tries> m_tries;  ///< by name and network
    RecentTable<TokenBucket> m_networks{kMost};
};

}  // namespace ph
