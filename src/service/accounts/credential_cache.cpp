#include "service/accounts/credential_cache.h"

namespace ph {

namespace {
constexpr std::size_t kMost = 4096;
}  // namespace

std::optional<CredentialCache::Entry> CredentialCache::find(const std::string& hash) const {
    const std::lock_guard lock(m_mutex);
    const auto known = m_entries.find(hash);
    return known == m_entries.end() ? std::nullopt : std::optional(known->second);
}

std::uint64_t CredentialCache::forgotten() const {
    const std::lock_guard lock(m_mutex);
    return m_forgotten;
}

void CredentialCache::keep(const std::string& hash, Entry entry, std::uint64_t forgottenBefore,
                           std::chrono::microseconds now) {
    const std::lock_guard lock(m_mutex);
    if (m_forgotten != forgottenBefore) return;
    if (m_entries.size() >= kMost && !m_entries.contains(hash)) {
        std::erase_if(m_entries, [now](const auto& known) { return known.second.until <= now; });
        if (m_entries.size() >= kMost) m_entries.erase(m_entries.begin());
    }
    m_entries.insert_or_assign(hash, std::move(entry));
}

void CredentialCache::setTouched(const std::string& hash, std::chrono::microseconds touched) {
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_entries.find(hash); known != m_entries.end()) known->second.touched = touched;
}

void CredentialCache::drop(const std::string& hash) {
    const std::lock_guard lock(m_mutex);
    m_entries.erase(hash);
}

void CredentialCache::forget(const std::string& hash) {
    const std::lock_guard lock(m_mutex);
    ++m_forgotten;
    m_entries.erase(hash);
}

void CredentialCache::forget(UserId user) {
    const std::lock_guard lock(m_mutex);
    ++m_forgotten;
    std::erase_if(m_entries, [user](const auto& known) { return known.second.principal.user == user; });
}

std::size_t CredentialCache::size() const {
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
}

}  // namespace ph
