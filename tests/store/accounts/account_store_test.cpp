#include "store/store_fixture.h"

namespace ph::test {

namespace {

class AccountStoreTest : public StoreTest {
protected:
    StoredUser person(const std::string& name, OrgId of, Role role = Role::User) {
        return {{UserId::random(random), of, name, "Dr " + name, role, false, clock.now()}, "hash of " + name};
    }
    StoredUser added(const StoredUser& person) {
        write([&](Transaction& tx) { return tx.accounts().insertUser(person); });
        return person;
    }
    OrgId addedOrganisation(const std::string& name) {
        const auto id = OrgId::random(random);
        write([&](Transaction& tx) { return tx.accounts().insertOrganisation({id, name, clock.now()}); });
        return id;
    }
    std::vector<std::string> names(const OrgScope& scope) {
        std::vector<std::string> names;
        for (const auto& person : seen([&](Transaction& tx) { return tx.accounts().users(scope); }))
            names.push_back(person.name);
        return names;
    }
    std::optional<StoredUser> named(const std::string& name) {
        return seen([&](Transaction& tx) { return tx.accounts().findByName(name); });
    }
};

TEST_F(AccountStoreTest, AUserComesBackByNameAndById) {
    const auto bob = added(person("bob", org, Role::OrgAdmin));
    for (const auto& back : {named("bob"), seen([&](Transaction& tx) { return tx.accounts().find(bob.user.id); })}) {
        ASSERT_TRUE(back);
        EXPECT_EQ(back->user.id, bob.user.id);
        EXPECT_EQ(back->user.org, org);
        EXPECT_EQ(back->user.displayName, "Dr bob");
        EXPECT_EQ(back->user.role, Role::OrgAdmin);
        EXPECT_EQ(back->user.createdAt, clock.now());
        EXPECT_EQ(back->passwordHash, "hash of bob");
    }
    EXPECT_FALSE(named("nobody"));
}

TEST_F(AccountStoreTest, ANameIsTakenOnTheWholeSite) {
    const auto other = addedOrganisation("Other");
    added(person("bob", org));
    const auto done = tryWrite([&](Transaction& tx) { return tx.accounts().insertUser(person("bob", other)); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().id, kUserNameTaken);
}

TEST_F(AccountStoreTest, AUserNeedsAnOrganisationThatExists) {
    EXPECT_FALSE(
        tryWrite([&](Transaction& tx) { return tx.accounts().insertUser(person("bob", OrgId::random(random))); }));
    EXPECT_FALSE(named("bob"));
}

TEST_F(AccountStoreTest, AnUpdateChangesRoleStateAndPassword) {
    auto bob = added(person("bob", org));
    bob.user.role = Role::OrgAdmin;
    bob.user.disabled = true;
    bob.user.displayName = "Robert";
    bob.passwordHash = "another";
    write([&](Transaction& tx) { return tx.accounts().updateUser(bob); });
    const auto back = named("bob");
    EXPECT_EQ(back->user.role, Role::OrgAdmin);
    EXPECT_TRUE(back->user.disabled);
    EXPECT_EQ(back->user.displayName, "Robert");
    EXPECT_EQ(back->passwordHash, "another");
    const auto stranger = person("eve", org);
    const auto done = tryWrite([&](Transaction& tx) { return tx.accounts().updateUser(stranger); });
    EXPECT_EQ(done.error().id, kUserNotFound);
}

TEST_F(AccountStoreTest, AScopeShowsItsOwnPeopleByName) {
    const auto other = addedOrganisation("Other");
    const auto zoe = added(person("zoe", org));
    added(person("bob", org));
    added(person("carl", other));
    EXPECT_THAT(names({org, std::nullopt}), testing::ElementsAre("ada", "bob", "zoe"));
    EXPECT_THAT(names({other, std::nullopt}), testing::ElementsAre("carl"));
    EXPECT_THAT(names({org, zoe.user.id}), testing::ElementsAre("zoe"));
    EXPECT_THAT(names({other, zoe.user.id}), testing::IsEmpty());
    EXPECT_THAT(names(OrgScope::everything()), testing::ElementsAre("ada", "bob", "carl", "zoe"));
}

TEST_F(AccountStoreTest, OnlyEnabledSuperAdministratorsCount) {
    auto one = added(person("one", org, Role::SuperAdmin));
    added(person("two", org, Role::SuperAdmin));
    added(person("three", org, Role::OrgAdmin));
    const auto count = [&] { return seen([](Transaction& tx) { return tx.accounts().superAdmins(); }); };
    EXPECT_EQ(count(), 2);
    one.user.disabled = true;
    write([&](Transaction& tx) { return tx.accounts().updateUser(one); });
    EXPECT_EQ(count(), 1);
}

TEST_F(AccountStoreTest, OrganisationsAreListedByName) {
    addedOrganisation("Zoology");
    addedOrganisation("Astronomy");
    std::vector<std::string> all;
    for (const auto& one : seen([](Transaction& tx) { return tx.accounts().organisations(); })) all.push_back(one.name);
    EXPECT_THAT(all, testing::ElementsAre("Astronomy", "Default", "Zoology"));
}

}  // namespace

}  // namespace ph::test
