#include "domain/audit/audit_entry.h"
#include "service/accounts/token_service.h"

#include <fmt/format.h>

#include <algorithm>

namespace ph {

namespace {

constexpr std::size_t kMostBytes = 64 * 1024;

bool isSecretName(const std::string& name) {
    if (name.empty() || name.size() > 64 || (name[0] >= '0' && name[0] <= '9')) return false;
    return std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// The value is never repeated in a fault.
std::vector<Fault> faultsOf(const std::string& name, const std::string& value) {
    std::vector<Fault> faults;
    if (!isSecretName(name))
        faults.push_back(
            {"name", "format", name.substr(0, 64), "1 to 64 letters, digits and '_', not beginning with a digit"});
    if (value.size() > kMostBytes)
        faults.push_back(
            {"value", "length", fmt::format("{} bytes", value.size()), fmt::format("at most {} bytes", kMostBytes)});
    if (value.find('\0') != std::string::npos)
        faults.push_back({"value", "format", "a NUL character", "text without NUL"});
    return faults;
}

/// All that the audit log may know of a secret.
constexpr const char* kStored = R"({"stored":true})";

Result<> putSecret(Transaction& tx, const Principal& who, const std::string& name, const std::string& value,
                   Timestamp now) {
    const auto names = tx.secrets().names(who.org, who.user);
    if (!names) return names.error();
    const bool known = std::find(names->begin(), names->end(), name) != names->end();
    if (const auto done = tx.secrets().put(who.org, who.user, name, value, now); !done) return done;
    return tx.audit().append(auditEntry(who, who.org, "secret.put", name, {known ? kStored : "", kStored}, now));
}

Result<> removeSecret(Transaction& tx, const Principal& who, const std::string& name, Timestamp now) {
    const auto removed = tx.secrets().remove(who.org, who.user, name);
    if (!removed) return removed.error();
    if (!*removed) return Error(kSecretNotFound).with("name", name.substr(0, 64));
    return tx.audit().append(auditEntry(who, who.org, "secret.remove", name, {kStored, {}}, now));
}

}  // namespace

SecretService::SecretService(Database& database, const Clock& clock) : m_database(database), m_clock(clock) {}

Async<std::vector<std::string>> SecretService::names(Principal who) {
    auto work = [who](Transaction& tx) { return tx.secrets().names(who.org, who.user); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<> SecretService::put(Principal who, std::string name, std::string value) {
    if (auto faults = faultsOf(name, value); !faults.empty()) co_return Error(kInvalid).withFaults(std::move(faults));
    auto work = [who, name, value, now = m_clock.now()](Transaction& tx) -> Result<> {
        return putSecret(tx, who, name, value, now);
    };
    auto pending = m_database.write(work);
    co_return co_await std::move(pending);
}

Async<> SecretService::remove(Principal who, std::string name) {
    auto work = [who, name, now = m_clock.now()](Transaction& tx) -> Result<> {
        return removeSecret(tx, who, name, now);
    };
    auto pending = m_database.write(work);
    co_return co_await std::move(pending);
}

}  // namespace ph
