#include "service/accounts/authentication_service.h"

#include "base/log.h"
#include "domain/audit/audit_entry.h"

#include <fmt/format.h>

#include <algorithm>

namespace ph {

namespace {

using namespace std::chrono_literals;

constexpr auto kSessionLength = 12h;
constexpr auto kCacheTime = 5s;
constexpr auto kTouchInterval = 60s;
constexpr std::size_t kSecretBytes = 32;
/// The cache's key for the administrator on the local socket; no hash looks like it.
constexpr const char* kLocal = "local";

bool isSecret(const std::string& text) {
    return text.size() == 4 + 2 * kSecretBytes && (text.starts_with("phs_") || text.starts_with("pht_"));
}

Principal principalOf(const User& user, std::string from, std::string credential) {
    return {user.id, user.org, user.name, user.role, std::move(from), std::move(credential)};
}

/// What the audit log keeps of a credential: nothing that opens anything.
std::string auditText(const Credential& credential) {
    return fmt::format(R"({{"created_at":"{}","expires_at":"{}"}})", timestampText(credential.createdAt),
                       credential.expiresAt ? timestampText(credential.expiresAt) : std::string());
}

/// The user whose password was verified, unless it changed meanwhile.
Result<User> openSession(Transaction& tx, const StoredUser& verified, const Credential& session,
                         const std::string& from) {
    const auto user = tx.accounts().find(verified.user.id);
    if (!user) return user.error();
    if (!*user || (*user)->user.disabled || (*user)->passwordHash != verified.passwordHash)
        return Error(kBadCredentials);
    if (const auto done = tx.sessions().insert(session); !done) return done.error();
    const auto& found = (*user)->user;
    auto record = auditEntry(principalOf(found, from, session.id), found.org, "session.open", session.id,
                             {{}, auditText(session)}, session.createdAt);
    if (const auto done = tx.audit().append(std::move(record)); !done) return done.error();
    return found;
}

/// A credential that is valid now with its user.
struct Bearer {
    Credential credential;
    User user;
};

Result<Bearer> bearerOf(Transaction& tx, const std::string& hash, Timestamp now) {
    auto credential = tx.sessions().findByHash(hash);
    if (!credential) return credential.error();
    if (!*credential || ((*credential)->expiresAt && (*credential)->expiresAt <= now)) return Error(kUnauthenticated);
    auto user = tx.accounts().find((*credential)->user);
    if (!user) return user.error();
    if (!*user || (*user)->user.disabled) return Error(kUnauthenticated);
    return Bearer{std::move(**credential), std::move((*user)->user)};
}

Result<User> firstAdministrator(Transaction& tx) {
    auto users = tx.accounts().users(OrgScope::everything());
    if (!users) return users.error();
    std::erase_if(*users, [](const User& user) { return user.role != Role::SuperAdmin || user.disabled; });
    const auto first = std::min_element(users->begin(), users->end(),
                                        [](const User& a, const User& b) { return a.createdAt < b.createdAt; });
    if (first == users->end()) return Error(kUnauthenticated, "no enabled super administrator");
    return *first;
}

Result<> endCredential(Transaction& tx, const Principal& who, const std::string& hash, Timestamp now) {
    const auto credential = tx.sessions().findByHash(hash);
    if (!credential) return credential.error();
    if (!*credential || (*credential)->user != who.user) return {};
    const auto removed = tx.sessions().remove(who.user, (*credential)->id);
    if (!removed) return removed.error();
    const auto action = (*credential)->personal ? "token.revoke" : "session.close";
    return tx.audit().append(auditEntry(who, who.org, action, (*credential)->id, {auditText(**credential), {}}, now));
}

}  // namespace

AuthenticationService::AuthenticationService(Database& database, PasswordHasher& hasher, const Clock& clock,
                                             RandomSource& random)
    : m_database(database), m_hasher(hasher), m_clock(clock), m_random(random), m_guard(clock) {}

Async<Login> AuthenticationService::login(std::string name, std::string password, std::string from) {
    // 1. Nobody guesses faster than the guard allows.
    if (const auto wait = m_guard.tryNow(name, from))
        co_return Error(kLoginBackOff).with("seconds", fmt::format("{}", wait->count()));

    // 2. An unknown name costs a hash too, so that time tells nothing.
    auto find = [name](Transaction& tx) { return tx.accounts().findByName(name); };
    auto finding = readFor(m_database, find);
    const auto stored = co_await std::move(finding);
    if (!stored) co_return stored.error();
    auto verifying =
        m_hasher.verify(*stored ? (*stored)->passwordHash : PasswordHasher::nobodysHash(), std::move(password), from);
    const auto right = co_await std::move(verifying);
    if (!right) co_return right.error();
    if (!*right || !*stored || (*stored)->user.disabled) {
        // A name that nobody has may be a password in the wrong field.
        spdlog::info("a log-in from {} {} was refused", from, *stored ? "as '" + name + "'" : "with an unknown name");
        co_return Error(kBadCredentials);
    }

    // 3. The session is durable before its secret leaves.
    const std::string secret = "phs_" + randomHex(m_random, kSecretBytes);
    Credential session;
    session.id = SessionId::random(m_random).str();
    session.user = (*stored)->user.id;
    session.secretHash = secretHash(secret);
    session.createdAt = m_clock.now();
    session.expiresAt = session.createdAt + kSessionLength;
    auto open = [verified = **stored, session, from](Transaction& tx) {
        return openSession(tx, verified, session, from);
    };
    auto opening = writeFor(m_database, open);
    auto user = co_await std::move(opening);
    if (!user) co_return user.error();
    m_guard.succeeded(name, from);
    co_return Login{secret, session.expiresAt, std::move(*user)};
}

std::optional<Principal> AuthenticationService::recognise(const std::string& secret, const std::string& from) const {
    if (!isSecret(secret)) return std::nullopt;
    auto known = m_known.find(secretHash(secret));
    if (!known || m_clock.monotonic() >= known->until) return std::nullopt;
    known->principal.from = from;
    return std::move(known->principal);
}

Async<Principal> AuthenticationService::authenticate(std::string secret, std::string from) {
    if (!isSecret(secret)) co_return Error(kUnauthenticated);
    if (auto known = recognise(secret, from)) co_return std::move(*known);
    auto looking = look(secretHash(secret), std::move(from));
    co_return co_await std::move(looking);
}

Async<Principal> AuthenticationService::look(std::string hash, std::string from) {
    const auto forgottenBefore = m_known.forgotten();
    const Timestamp now = m_clock.now();
    auto work = [hash, now](Transaction& tx) { return bearerOf(tx, hash, now); };
    auto pending = readFor(m_database, work);
    const auto bearer = co_await std::move(pending);
    if (!bearer) {
        m_known.drop(hash);
        co_return bearer.error();
    }
    const auto& credential = bearer->credential;
    const Principal who = principalOf(bearer->user, std::move(from), credential.id);

    const auto monotonic = m_clock.monotonic();
    CredentialCache::Entry known{who, monotonic + kCacheTime, {}};
    if (credential.expiresAt) known.until = std::min(known.until, monotonic + (credential.expiresAt - now));
    const auto earlier = m_known.find(hash);
    const bool touchedLately = earlier && monotonic - earlier->touched < kTouchInterval;
    const bool touch = !touchedLately && now - credential.lastUsedAt >= kTouchInterval;
    known.touched = touch || !earlier ? monotonic : earlier->touched;
    m_known.keep(hash, std::move(known), forgottenBefore, monotonic);
    if (touch) {
        auto noting = noteUse(hash, credential.id);
        co_await std::move(noting);
    }
    co_return who;
}

Async<> AuthenticationService::noteUse(std::string hash, std::string credential) {
    auto work = [credential, now = m_clock.now()](Transaction& tx) -> Result<> {
        return tx.sessions().touch(credential, now);
    };
    auto pending = m_database.write(work);
    const auto done = co_await std::move(pending);
    if (done) co_return done;
    // Who may come in does not depend on the note; the next request tries again.
    spdlog::warn("the use of a credential was not noted: {}", done.error().id.name);
    m_known.setTouched(hash, m_clock.monotonic() - kTouchInterval);
    co_return done;
}

Async<Principal> AuthenticationService::localAdministrator() {
    const auto known = m_known.find(kLocal);
    if (known && m_clock.monotonic() < known->until) co_return known->principal;
    const auto forgottenBefore = m_known.forgotten();
    auto work = [](Transaction& tx) { return firstAdministrator(tx); };
    auto pending = readFor(m_database, work);
    const auto user = co_await std::move(pending);
    if (!user) co_return user.error();
    const Principal who = principalOf(*user, "local socket", {});
    const auto monotonic = m_clock.monotonic();
    m_known.keep(kLocal, {who, monotonic + kCacheTime, {}}, forgottenBefore, monotonic);
    co_return who;
}

Async<> AuthenticationService::logout(Principal who, std::string secret) {
    const std::string hash = secretHash(secret);
    auto work = [who, hash, now = m_clock.now()](Transaction& tx) -> Result<> {
        return endCredential(tx, who, hash, now);
    };
    auto pending = m_database.write(work);
    const auto done = co_await std::move(pending);
    m_known.forget(hash);
    co_return done;
}

void AuthenticationService::forget(UserId user) {
    m_known.forget(user);
    m_known.forget(kLocal);
}

}  // namespace ph
