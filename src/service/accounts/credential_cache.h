#pragma once

#include "domain/accounts/access.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace ph {

/// Principals by the hash of the secret that proved them, for a few seconds, so that a request costs no look into the
/// store and no way to another thread. Bounded. Times are monotonic. Thread-safe.
class CredentialCache {
public:
    struct Entry {
        Principal principal;
        std::chrono::microseconds until{};
        std::chrono::microseconds touched{};  ///< when its use was last written down
    };

    /// Also an entry whose time is over: it tells when its use was last written down.
    std::optional<Entry> find(const std::string& hash) const;
    /// How often something was forgotten: what was read before that must not be kept after it.
    std::uint64_t forgotten() const;
    /// Keeps nothing if something was forgotten since `forgottenBefore`.
    void keep(const std::string& hash, Entry entry, std::uint64_t forgottenBefore, std::chrono::microseconds now);
    void setTouched(const std::string& hash, std::chrono::microseconds touched);
    /// Drops an entry that turned out to be wrong.
    void drop(const std::string& hash);
    void forget(const std::string& hash);
    void forget(UserId user);
    std::size_t size() const;

private:
    mutable std::mutex m_mutex;
    std::map<std::string, Entry> m_entries;
    std::uint64_t m_forgotten = 0;
};

}  // namespace ph
