#include "service/accounts/token_service.h"

#include "domain/audit/audit_entry.h"
#include "reflect/codec.h"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace ph {

namespace {

constexpr std::size_t kMostTokens = 100;
constexpr std::size_t kSecretBytes = 32;
constexpr Seconds kLongest{10 * 365 * 86'400LL};

std::vector<Fault> faultsOf(const std::string& name, Seconds expiresIn) {
    std::vector<Fault> faults;
    const bool control = std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (name.empty() || name.size() > 100 || control)
        faults.push_back({"name", "format", name.substr(0, 80), "1 to 100 bytes without control characters"});
    if (expiresIn.value < 0 || expiresIn > kLongest)
        faults.push_back({"expires_in", "range", durationText(expiresIn), "0s (never) to " + durationText(kLongest)});
    return faults;
}

TokenInfo infoOf(const Credential& credential) {
    return {TokenId::parse(credential.id).value_or(TokenId()), credential.name, credential.createdAt,
            credential.expiresAt, credential.lastUsedAt};
}

Result<> insertToken(Transaction& tx, const Principal& who, const Credential& credential) {
    const auto tokens = tx.sessions().tokensOf(who.user);
    if (!tokens) return tokens.error();
    if (tokens->size() >= kMostTokens) return Error(kTooManyTokens).with("most", fmt::format("{}", kMostTokens));
    if (const auto done = tx.sessions().insert(credential); !done) return done;
    auto after = boost::json::serialize(reflect::encode(infoOf(credential)));
    return tx.audit().append(
        auditEntry(who, who.org, "token.create", credential.id, {{}, std::move(after)}, credential.createdAt));
}

Result<> removeToken(Transaction& tx, const Principal& who, TokenId id, Timestamp now) {
    // Sessions are ended by logging out; only what the list shows can be revoked here.
    const auto tokens = tx.sessions().tokensOf(who.user);
    if (!tokens) return tokens.error();
    const auto found =
        std::find_if(tokens->begin(), tokens->end(), [&](const Credential& c) { return c.id == id.view(); });
    if (found == tokens->end()) return Error(kTokenNotFound);
    const auto removed = tx.sessions().remove(who.user, found->id);
    if (!removed) return removed.error();
    auto before = boost::json::serialize(reflect::encode(infoOf(*found)));
    return tx.audit().append(auditEntry(who, who.org, "token.revoke", found->id, {std::move(before), {}}, now));
}

}  // namespace

TokenService::TokenService(Database& database, AuthenticationService& authentication, const Clock& clock,
                           RandomSource& random)
    : m_database(database), m_authentication(authentication), m_clock(clock), m_random(random) {}

Async<std::vector<TokenInfo>> TokenService::list(Principal who) {
    auto work = [user = who.user](Transaction& tx) { return tx.sessions().tokensOf(user); };
    auto pending = readFor(m_database, work);
    const auto tokens = co_await std::move(pending);
    if (!tokens) co_return tokens.error();
    std::vector<TokenInfo> list;
    list.reserve(tokens->size());
    for (const auto& token : *tokens) list.push_back(infoOf(token));
    co_return list;
}

Async<NewTokenSecret> TokenService::create(Principal who, std::string name, Seconds expiresIn) {
    if (auto faults = faultsOf(name, expiresIn); !faults.empty())
        co_return Error(kInvalid).withFaults(std::move(faults));
    const std::string secret = "pht_" + randomHex(m_random, kSecretBytes);
    Credential credential;
    credential.id = TokenId::random(m_random).str();
    credential.user = who.user;
    credential.secretHash = secretHash(secret);
    credential.personal = true;
    credential.name = std::move(name);
    credential.createdAt = m_clock.now();
    if (expiresIn.value > 0) credential.expiresAt = credential.createdAt + std::chrono::seconds(expiresIn.value);
    auto work = [who, credential](Transaction& tx) -> Result<> { return insertToken(tx, who, credential); };
    auto pending = m_database.write(work);
    const auto done = co_await std::move(pending);
    if (!done) co_return done.error();
    co_return NewTokenSecret{infoOf(credential), secret};
}

Async<> TokenService::remove(Principal who, TokenId id) {
    auto work = [who, id, now = m_clock.now()](Transaction& tx) -> Result<> { return removeToken(tx, who, id, now); };
    auto pending = m_database.write(work);
    const auto done = co_await std::move(pending);
    m_authentication.forget(who.user);
    co_return done;
}

}  // namespace ph
