#include "service/site.h"
#include "support/begin.h"

namespace ph::test {
namespace {

class UserTest : public ::testing::Test {
protected:
    Result<User> create(const std::string& by, UserDraft draft) {
        return site.run(site.users->create(site[by], std::move(draft)));
    }
    Result<User> change(const std::string& by, const std::string& whom, UserChange change) {
        return site.run(site.users->change(site[by], site[whom].user, std::move(change)));
    }
    static UserDraft draft(const std::string& name) {
        return {name, "A Person", "long enough password", Role::User, {}};
    }
    static UserChange role(Role role) { return {{}, {}, role, {}}; }
    static UserChange disabled(bool value = true) { return {{}, {}, {}, value}; }
    static UserChange password(const std::string& value = "another long password") { return {{}, value, {}, {}}; }
    std::string login(const std::string& name, const std::string& with = kPassword) {
        const auto result = site.run(site.authentication->login(name, with, "192.0.2.7"));
        return result ? result->token : outcome(result);
    }
    std::string enter(const std::string& secret) {
        return outcome(site.run(site.authentication->authenticate(secret, "192.0.2.7")));
    }
    Site site;
};

TEST_F(UserTest, AnAdministratorMakesUsersWhoCanLogIn) {
    const auto user = create("ada", draft("eve"));
    ASSERT_TRUE(user);
    EXPECT_EQ(user->org, site.red);
    EXPECT_EQ(user->role, Role::User);
    EXPECT_TRUE(login("eve", "long enough password").starts_with("phs_"));
}

TEST_F(UserTest, EveryFaultOfADraftIsToldAtOnce) {
    UserDraft wrong{"Eve!", "bad\nname", "short", Role::User, site.blue};
    EXPECT_EQ(faultsOf(create("ada", wrong).error()),
              (std::vector<std::string>{"name format", "display_name format", "password length", "org not-found"}));
}

TEST_F(UserTest, ANameIsTakenOnTheWholeSite) {
    auto taken = draft("bob");
    EXPECT_EQ(outcome(create("ada", taken)), "user-name-taken");
    EXPECT_EQ(outcome(create("root", taken)), "user-name-taken");
}

TEST_F(UserTest, AnOrganisationThatDoesNotExistIsAFault) {
    auto lost = draft("eve");
    lost.org = OrgId::random(site.random);
    EXPECT_EQ(faultsOf(create("root", lost).error()), (std::vector<std::string>{"org not-found"}));
    lost.org = site.blue;
    EXPECT_EQ(create("root", lost)->org, site.blue);
}

TEST_F(UserTest, NobodyGivesMoreThanTheyHold) {
    struct Row {
        const char* by;
        Role role;
        const char* expected;
    };
    int number = 0;
    for (const auto& row :
         {Row{"uma", Role::User, "not-allowed"}, Row{"ada", Role::User, "ok"}, Row{"ada", Role::OrgAdmin, "ok"},
          Row{"ada", Role::SuperAdmin, "not-allowed"}, Row{"root", Role::SuperAdmin, "ok"}}) {
        auto one = draft("eve" + std::to_string(number++));
        one.role = row.role;
        EXPECT_EQ(outcome(create(row.by, one)), row.expected) << row.by << ' ' << static_cast<int>(row.role);
    }
}

TEST_F(UserTest, MeNamesTheOrganisation) {
    const auto profile = site.run(site.users->me(site["bob"])).value();
    EXPECT_EQ(profile.user.name, "bob");
    EXPECT_EQ(profile.organisationName, "blue");
}

TEST_F(UserTest, AUserChangesTheirOwnNameAndPassword) {
    EXPECT_EQ(change("uma", "uma", {"Uma U.", {}, {}, {}})->displayName, "Uma U.");
    EXPECT_EQ(outcome(change("uma", "uma", password())), "ok");
    EXPECT_EQ(login("uma"), "bad-credentials");
    EXPECT_TRUE(login("uma", "another long password").starts_with("phs_"));
}

TEST_F(UserTest, AUserChangesNeitherTheirRoleNorTheirState) {
    EXPECT_EQ(outcome(change("uma", "uma", role(Role::OrgAdmin))), "not-allowed");
    EXPECT_EQ(outcome(change("uma", "uma", role(Role::User))), "not-allowed");
    EXPECT_EQ(outcome(change("uma", "uma", disabled())), "not-allowed");
}

TEST_F(UserTest, WhoMayChangeWhom) {
    struct Row {
        const char* by;
        const char* whom;
        const char* expected;
    };
    // A password is what every user may change of themselves and administrators of their people.
    const std::vector<Row> rows{
        {"uma", "uma", "ok"},
        {"uma", "ugo", "user-not-found"},
        {"uma", "ada", "user-not-found"},
        {"uma", "bob", "user-not-found"},
        {"ada", "uma", "ok"},
        {"ada", "ada", "ok"},
        {"ada", "root", "not-allowed"},
        {"ada", "bob", "user-not-found"},
        {"bea", "bob", "ok"},
        {"bea", "uma", "user-not-found"},
        {"bea", "root", "user-not-found"},
        {"root", "uma", "ok"},
        {"root", "bea", "ok"},
        {"root", "root", "ok"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(outcome(change(row.by, row.whom, {"A Name", {}, {}, {}})), row.expected)
            << row.by << " name of " << row.whom;
        EXPECT_EQ(outcome(change(row.by, row.whom, password())), row.expected) << row.by << " password of " << row.whom;
    }
    EXPECT_EQ(outcome(site.run(site.users->change(site["root"], UserId::random(site.random), disabled()))),
              "user-not-found");
}

TEST_F(UserTest, OrganisationAdministratorsRaiseAndLowerWithinTheirOwn) {
    EXPECT_EQ(change("ada", "uma", role(Role::OrgAdmin))->role, Role::OrgAdmin);
    EXPECT_EQ(change("ada", "uma", role(Role::User))->role, Role::User);
    EXPECT_EQ(outcome(change("ada", "uma", role(Role::SuperAdmin))), "not-allowed");
    EXPECT_EQ(outcome(change("bea", "uma", role(Role::User))), "user-not-found");
}

TEST_F(UserTest, WrongValuesAreFaultsAndChangeNothing) {
    const auto refused = change("ada", "uma", {std::string(201, 'x'), "short", {}, true});
    EXPECT_EQ(faultsOf(refused.error()), (std::vector<std::string>{"display_name format", "password length"}));
    EXPECT_FALSE(site.run(site.users->me(site["uma"]))->user.disabled);
}

TEST_F(UserTest, TheLastSuperAdministratorStays) {
    EXPECT_EQ(outcome(change("root", "root", role(Role::User))), "last-administrator");
    EXPECT_EQ(outcome(change("root", "root", disabled())), "last-administrator");
    EXPECT_EQ(outcome(change("root", "root", {"Still Root", {}, {}, {}})), "ok");
    site.add("second", site.blue, Role::SuperAdmin);
    EXPECT_EQ(outcome(change("second", "root", disabled())), "ok");
    EXPECT_EQ(outcome(change("second", "second", role(Role::OrgAdmin))), "last-administrator")
        << "a disabled one does not count";
    EXPECT_EQ(outcome(change("second", "root", disabled(false))), "ok");
    EXPECT_EQ(outcome(change("second", "second", role(Role::OrgAdmin))), "ok");
}

TEST_F(UserTest, APasswordChangeEndsTheOtherSessionsAndKeepsThisOneAndTokens) {
    const auto mine = login("uma");
    const auto other = login("uma");
    const auto token = site.run(site.tokens->create(site["uma"], "laptop", {})).value().secret;
    const auto who = site.run(site.authentication->authenticate(mine, "192.0.2.7")).value();
    ASSERT_EQ(enter(other), "ok");
    ASSERT_TRUE(site.run(site.users->change(who, who.user, password())));
    EXPECT_EQ(enter(mine), "ok");
    EXPECT_EQ(enter(other), "unauthenticated");
    EXPECT_EQ(enter(token), "ok");
}

TEST_F(UserTest, APasswordSetByAnAdministratorEndsAllSessions) {
    const auto session = login("uma");
    ASSERT_TRUE(change("ada", "uma", password()));
    EXPECT_EQ(enter(session), "unauthenticated");
}

TEST_F(UserTest, ADisabledUserIsOutAndComesBackWithoutTheOldSessions) {
    const auto session = login("uma");
    const auto token = site.run(site.tokens->create(site["uma"], "laptop", {})).value().secret;
    ASSERT_TRUE(change("ada", "uma", disabled()));
    EXPECT_EQ(enter(session), "unauthenticated");
    EXPECT_EQ(enter(token), "unauthenticated");
    EXPECT_EQ(login("uma"), "bad-credentials");
    ASSERT_TRUE(change("ada", "uma", disabled(false)));
    EXPECT_EQ(enter(session), "unauthenticated");
    EXPECT_EQ(enter(token), "ok");
}

TEST_F(UserTest, ChangesAreAuditedWithBeforeAndAfterAndWithoutPasswords) {
    create("ada", draft("eve")).value();
    EXPECT_EQ(site.lastRecord().action, "user.create");
    EXPECT_EQ(site.lastRecord().actor, "ada");
    EXPECT_EQ(site.lastRecord().from, "192.0.2.1");
    change("ada", "uma", role(Role::OrgAdmin)).value();
    const auto record = site.lastRecord();
    EXPECT_EQ(record.action, "user.change");
    EXPECT_EQ(record.object, site["uma"].user.str());
    EXPECT_NE(record.before.find("\"role\":\"user\""), std::string::npos);
    EXPECT_NE(record.after.find("\"role\":\"org_admin\""), std::string::npos);
    change("uma", "uma", password("a very secret phrase")).value();
    EXPECT_EQ(site.lastRecord().action, "user.password");
    for (const auto& one : site.records()) {
        EXPECT_EQ((one.before + one.after).find("secret phrase"), std::string::npos);
        EXPECT_EQ((one.before + one.after).find("argon2"), std::string::npos);
    }
}

TEST_F(UserTest, ARefusedChangeLeavesNoRecordAndNoEvent) {
    const auto records = site.records().size();
    const auto events = site.allEvents().size();
    change("uma", "ada", disabled());
    change("root", "root", disabled());
    create("ada", draft("bob"));
    EXPECT_EQ(site.records().size(), records);
    EXPECT_EQ(site.allEvents().size(), events);
}

TEST_F(UserTest, ChangesAreEventsOfTheUser) {
    change("ada", "uma", {"Uma U.", {}, {}, {}}).value();
    const auto event = site.allEvents().back();
    EXPECT_EQ(event.kind, EventKind::UserChanged);
    EXPECT_EQ(event.object, site["uma"].user.str());
    EXPECT_EQ(event.org, site.red);
    EXPECT_EQ(event.owner, site["uma"].user);
    EXPECT_NE(event.payload.find("Uma U."), std::string::npos);
    EXPECT_EQ(event.payload.find("argon2"), std::string::npos);
}

class BootstrapTest : public ::testing::Test {
protected:
    BootstrapTest() {
        SqlDatabase::Options options;
        options.location = folder.path("pilothouse.db");
        database = SqlDatabase::open(options, clock).value();
        authentication.emplace(*database, hasher, clock, random);
        users.emplace(*database, hasher, *authentication, clock, random);
    }
    template <class T>
    Result<T> run(Async<T> call) {
        auto answer = begin(io, std::move(call));
        io.restart();
        io.run();
        return answer.get();
    }
    TemporaryFolder folder;
    ManualClock clock;
    SeededRandom random;
    boost::asio::io_context io;
    std::unique_ptr<SqlDatabase> database;
    PasswordHasher hasher;
    std::optional<AuthenticationService> authentication;
    std::optional<UserService> users;
};

TEST_F(BootstrapTest, MakesTheFirstAdministratorOnce) {
    EXPECT_TRUE(run(users->bootstrap("root", kPassword)).value());
    EXPECT_FALSE(run(users->bootstrap("root2", kPassword)).value());
    const auto login = run(authentication->login("root", kPassword, "192.0.2.7"));
    ASSERT_TRUE(login);
    EXPECT_EQ(login->user.role, Role::SuperAdmin);
    const auto who = run(authentication->localAdministrator()).value();
    EXPECT_EQ(who.name, "root");
    EXPECT_EQ(run(users->me(who))->organisationName, "default");
    EXPECT_EQ(outcome(run(authentication->login("root2", kPassword, "192.0.2.7"))), "bad-credentials");
}

TEST_F(BootstrapTest, RefusesWrongNamesAndPasswordsWithEveryFault) {
    EXPECT_EQ(faultsOf(run(users->bootstrap("Root", "short")).error()),
              (std::vector<std::string>{"name format", "password length"}));
    EXPECT_EQ(outcome(run(authentication->localAdministrator())), "unauthenticated");
}

TEST_F(BootstrapTest, IsAuditedAsTheSystems) {
    run(users->bootstrap("root", kPassword)).value();
    const auto records =
        run(readFor(*database, [](Transaction& tx) { return tx.audit().read(OrgScope::everything(), 0, 10); })).value();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].actor, "system");
    EXPECT_EQ(records[0].action, "user.bootstrap");
}

}  // namespace
}  // namespace ph::test
