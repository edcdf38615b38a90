#include "service/accounts/user_service.h"

#include "domain/audit/audit_entry.h"
#include "reflect/codec.h"

#include <boost/json/serialize.hpp>

#include <algorithm>

namespace ph {

namespace {

std::string jsonOf(const User& user) {
    return boost::json::serialize(reflect::encode(user));
}

std::vector<Fault> displayNameFaults(const std::string& name) {
    const bool control = std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (name.size() <= 200 && !control) return {};
    return {{"display_name", "format", name.substr(0, 80), "up to 200 bytes without control characters"}};
}

void append(std::vector<Fault>& faults, std::vector<Fault> more) {
    faults.insert(faults.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Result<> note(Transaction& tx, const User& user, AuditRecord record) {
    const Event event{0, record.at, user.org, user.id, EventKind::UserChanged, user.id.str(), jsonOf(user)};
    if (const auto seq = tx.events().append(event); !seq) return seq.error();
    return tx.audit().append(std::move(record));
}

Result<User> insertUser(Transaction& tx, const Principal& who, const StoredUser& stored) {
    const auto organisations = tx.accounts().organisations();
    if (!organisations) return organisations.error();
    const auto& user = stored.user;
    if (std::none_of(organisations->begin(), organisations->end(),
                     [&](const Organisation& o) { return o.id == user.org; }))
        return Error(kInvalid).withFaults({{"org", "not-found", user.org.str(), "name an organisation of this site"}});
    if (const auto done = tx.accounts().insertUser(stored); !done) return done.error();
    auto record = auditEntry(who, user.org, "user.create", user.id.view(), {{}, jsonOf(user)}, user.createdAt);
    if (const auto done = note(tx, user, std::move(record)); !done) return done.error();
    return user;
}

/// The user to be changed, if `who` may make this change.
Result<StoredUser> changeable(Transaction& tx, const Principal& who, UserId id, const UserChange& change) {
    auto stored = tx.accounts().find(id);
    if (!stored) return stored.error();
    const bool own = id == who.user;
    if (!*stored || !(own || mayManageUsers(who, (*stored)->user.org))) return Error(kUserNotFound);
    const auto& user = (*stored)->user;
    const bool manages = mayManageUsers(who, user.org);
    if (!own && user.role > who.role) return Error(kNotAllowed, "a higher role than the caller's");
    if (change.role && !mayGrant(who, user.org, *change.role))
        return Error(kNotAllowed, "a role that the caller may not give");
    if (change.disabled && !manages) return Error(kNotAllowed, "only administrators disable users");
    return std::move(**stored);
}

bool administers(const User& user) {
    return user.role == Role::SuperAdmin && !user.disabled;
}

Result<User> applyChange(Transaction& tx, const Principal& who, UserId id, const UserChange& change,
                         const std::string& hash, Timestamp now) {
    auto stored = changeable(tx, who, id, change);
    if (!stored) return stored.error();
    const User before = stored->user;
    User& user = stored->user;
    if (change.displayName) user.displayName = *change.displayName;
    if (change.role) user.role = *change.role;
    if (change.disabled) user.disabled = *change.disabled;
    if (change.password) stored->passwordHash = hash;

    if (administers(before) && !administers(user)) {
        const auto administrators = tx.accounts().superAdmins();
        if (!administrators) return administrators.error();
        if (*administrators <= 1) return Error(kLastAdministrator);
    }
    if (const auto done = tx.accounts().updateUser(*stored); !done) return done.error();
    if (change.password || user.disabled) {
        const std::string kept = id == who.user && !user.disabled ? who.credential : std::string();
        if (const auto done = tx.sessions().removeSessionsOf(id, kept); !done) return done.error();
    }
    const auto action = change.password ? "user.password" : "user.change";
    if (const auto done =
            note(tx, user, auditEntry(who, user.org, action, id.view(), {jsonOf(before), jsonOf(user)}, now));
        !done)
        return done.error();
    return user;
}

Result<bool> anyUser(Transaction& tx) {
    const auto users = tx.accounts().users(OrgScope::everything());
    if (!users) return users.error();
    return !users->empty();
}

Result<bool> makeFirst(Transaction& tx, const Organisation& organisation, const StoredUser& first) {
    const auto any = anyUser(tx);
    if (!any) return any.error();
    if (*any) return false;
    if (const auto done = tx.accounts().insertOrganisation(organisation); !done) return done.error();
    if (const auto done = tx.accounts().insertUser(first); !done) return done.error();
    auto record = systemAuditEntry(organisation.id, "user.bootstrap", first.user.id.view(), {{}, jsonOf(first.user)},
                                   first.user.createdAt);
    if (const auto done = note(tx, first.user, std::move(record)); !done) return done.error();
    return true;
}

Result<> recoverAdministrator(Transaction& tx, const std::string& name, const std::string& hash, Timestamp now) {
    auto stored = tx.accounts().findByName(name);
    if (!stored) return stored.error();
    if (!*stored || (*stored)->user.role != Role::SuperAdmin) return Error(kUserNotFound);
    const User before = (*stored)->user;
    User& user = (*stored)->user;
    user.disabled = false;
    (*stored)->passwordHash = hash;
    if (const auto done = tx.accounts().updateUser(**stored); !done) return done;
    if (const auto done = tx.sessions().removeSessionsOf(user.id, {}); !done) return done;
    return note(tx, user,
                systemAuditEntry(user.org, "user.recover", user.id.view(), {jsonOf(before), jsonOf(user)}, now));
}

}  // namespace

UserService::UserService(Database& database, PasswordHasher& hasher, AuthenticationService& authentication,
                         const Clock& clock, RandomSource& random)
    : m_database(database), m_hasher(hasher), m_authentication(authentication), m_clock(clock), m_random(random) {}

Async<Profile> UserService::me(Principal who) {
    auto work = [who](Transaction& tx) -> Result<Profile> {
        const auto user = tx.accounts().find(who.user);
        if (!user) return user.error();
        if (!*user) return Error(kUserNotFound);
        const auto organisations = tx.accounts().organisations();
        if (!organisations) return organisations.error();
        Profile profile{(*user)->user, {}};
        for (const auto& organisation : *organisations)
            if (organisation.id == profile.user.org) profile.organisationName = organisation.name;
        return profile;
    };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<std::vector<User>> UserService::list(Principal who) {
    if (!mayManageUsers(who, who.org)) co_return Error(kNotAllowed);
    auto work = [scope = visibleScope(who)](Transaction& tx) { return tx.accounts().users(scope); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<User> UserService::create(Principal who, UserDraft draft) {
    if (!mayManageUsers(who, who.org)) co_return Error(kNotAllowed);
    const OrgId org = draft.org.value_or(who.org);
    std::vector<Fault> faults = validateUserName(draft.name, "name");
    append(faults, displayNameFaults(draft.displayName));
    append(faults, validatePassword(draft.password, "password"));
    // Another organisation does not exist for those who may not see it.
    if (!mayManageUsers(who, org))
        faults.push_back({"org", "not-found", org.str(), "name an organisation of this site"});
    if (!faults.empty()) co_return Error(kInvalid).withFaults(std::move(faults));
    if (!mayGrant(who, org, draft.role)) co_return Error(kNotAllowed, "a role that the caller may not give");

    auto hashing = m_hasher.hash(std::move(draft.password));
    auto hash = co_await std::move(hashing);
    if (!hash) co_return hash.error();
    const User user{UserId::random(m_random), org, draft.name, draft.displayName, draft.role, false, m_clock.now()};
    auto work = [who, stored = StoredUser{user, std::move(*hash)}](Transaction& tx) {
        return insertUser(tx, who, stored);
    };
    auto pending = writeFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<User> UserService::change(Principal who, UserId id, UserChange change) {
    std::vector<Fault> faults;
    if (change.displayName) append(faults, displayNameFaults(*change.displayName));
    if (change.password) append(faults, validatePassword(*change.password, "password"));
    if (!faults.empty()) co_return Error(kInvalid).withFaults(std::move(faults));

    std::string hash;
    if (change.password) {
        // A hash is costly: nobody makes one for a user that they may not change.
        auto check = [who, id, change](Transaction& tx) { return changeable(tx, who, id, change); };
        auto checking = readFor(m_database, check);
        const auto allowed = co_await std::move(checking);
        if (!allowed) co_return allowed.error();
        auto hashing = m_hasher.hash(*change.password);
        auto hashed = co_await std::move(hashing);
        if (!hashed) co_return hashed.error();
        hash = std::move(*hashed);
    }
    auto work = [who, id, change, hash, now = m_clock.now()](Transaction& tx) {
        return applyChange(tx, who, id, change, hash, now);
    };
    auto pending = writeFor(m_database, work);
    auto user = co_await std::move(pending);
    m_authentication.forget(id);
    co_return user;
}

Async<bool> UserService::bootstrap(std::string name, std::string password) {
    std::vector<Fault> faults = validateUserName(name, "name");
    append(faults, validatePassword(password, "password"));
    if (!faults.empty()) co_return Error(kInvalid).withFaults(std::move(faults));
    auto look = [](Transaction& tx) { return anyUser(tx); };
    auto looking = readFor(m_database, look);
    const auto any = co_await std::move(looking);
    if (!any) co_return any.error();
    if (*any) co_return false;

    auto hashing = m_hasher.hash(std::move(password));
    auto hash = co_await std::move(hashing);
    if (!hash) co_return hash.error();
    const Organisation organisation{OrgId::random(m_random), "default", m_clock.now()};
    const User user{UserId::random(m_random), organisation.id, name, {}, Role::SuperAdmin, false,
                    organisation.createdAt};
    auto work = [organisation, first = StoredUser{user, std::move(*hash)}](Transaction& tx) {
        return makeFirst(tx, organisation, first);
    };
    auto pending = writeFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<> UserService::recover(std::string name, std::string password) {
    std::vector<Fault> faults = validatePassword(password, "password");
    if (!faults.empty()) co_return Error(kInvalid).withFaults(std::move(faults));
    auto hashing = m_hasher.hash(std::move(password));
    const auto hash = co_await std::move(hashing);
    if (!hash) co_return hash.error();
    auto work = [name, hash = *hash, now = m_clock.now()](Transaction& tx) {
        return recoverAdministrator(tx, name, hash, now);
    };
    auto pending = m_database.write(std::move(work));
    co_return co_await std::move(pending);
}

}  // namespace ph
