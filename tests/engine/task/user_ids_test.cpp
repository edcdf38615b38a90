#include "engine/task/user_ids.h"

#include "support/program.h"
#include "support/seeded_random.h"

#include <gtest/gtest.h>

namespace ph::engine {

TEST(UserIds, AreOnePerOrganisationAndOutliveTheObject) {
    test::TemporaryFolder folder;
    test::SeededRandom random;
    const OrgId one = OrgId::random(random), two = OrgId::random(random);
    UserIds ids(folder.path() + "/users");
    EXPECT_EQ(*ids.of(one), UserIds::kFirst);
    EXPECT_EQ(*ids.of(two), UserIds::kFirst + 1);
    EXPECT_EQ(*ids.of(one), UserIds::kFirst);
    UserIds again(folder.path() + "/users");
    EXPECT_EQ(*again.of(two), UserIds::kFirst + 1);
    EXPECT_EQ(*again.of(OrgId::random(random)), UserIds::kFirst + 2);
}

TEST(UserIds, AreNotGivenIfTheyCannotBeKept) {
    test::SeededRandom random;
    UserIds ids("/nowhere/users");
    EXPECT_FALSE(ids.of(OrgId::random(random)));
}

}  // namespace ph::engine
