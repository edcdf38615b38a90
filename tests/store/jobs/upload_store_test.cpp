#include "store/store_fixture.h"

namespace ph::test {

namespace {

class UploadStoreTest : public StoreTest {
protected:
    void remember(OrgId of, const std::string& digest) {
        write([&](Transaction& tx) { return tx.uploads().remember(of, digest, clock.now()); });
    }
    bool holds(OrgId of, const std::string& digest) {
        return seen([&](Transaction& tx) { return tx.uploads().holds(of, digest); });
    }
    const OrgId other = OrgId::random(random);
};

TEST_F(UploadStoreTest, AnUploadIsTheOrganisationsThatSentIt) {
    remember(org, "one");
    EXPECT_TRUE(holds(org, "one"));
    EXPECT_FALSE(holds(org, "two"));
    EXPECT_FALSE(holds(other, "one"));
    remember(other, "one");
    EXPECT_TRUE(holds(other, "one"));
}

TEST_F(UploadStoreTest, WhatIsAskedForOrSentAgainIsYoungAgain) {
    for (const auto* digest : {"old", "asked", "again"}) remember(org, digest);
    clock.advance(std::chrono::hours(1));
    remember(org, "again");
    bool found = false, foreign = true;
    write([&](Transaction& tx) -> Result<> {
        found = tx.uploads().renew(org, "asked", clock.now()).value();
        foreign = tx.uploads().renew(other, "asked", clock.now()).value();
        return tx.uploads().forgetBefore(clock.now());
    });
    EXPECT_TRUE(found);
    EXPECT_FALSE(foreign);
    EXPECT_FALSE(holds(org, "old"));
    EXPECT_TRUE(holds(org, "asked"));
    EXPECT_TRUE(holds(org, "again"));
}

}  // namespace

}  // namespace ph::test
