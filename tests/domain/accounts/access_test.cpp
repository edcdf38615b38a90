#include "domain/accounts/access.h"

#include "support/seeded_random.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

class AccessTest : public testing::Test {
protected:
    Principal person(Role role, OrgId of) {
        Principal who;
        who.user = UserId::random(random);
        who.org = of;
        who.role = role;
        return who;
    }
    SeededRandom random;
    OrgId org = OrgId::random(random), other = OrgId::random(random);
    Principal user = person(Role::User, org), admin = person(Role::OrgAdmin, org), root = person(Role::SuperAdmin, org);
};

TEST_F(AccessTest, AScopeCoversWhatItNames) {
    const auto stranger = UserId::random(random);
    struct Row {
        const char* who;
        OrgScope scope;
        bool own, colleagues, foreign;
    };
    const std::vector<Row> rows{{"user", visibleScope(user), true, false, false},
                                {"org admin", visibleScope(admin), true, true, false},
                                {"super admin", visibleScope(root), true, true, true},
                                {"everything", OrgScope::everything(), true, true, true}};
    for (const auto& row : rows) {
        EXPECT_EQ(row.scope.covers(org, user.user), row.own) << row.who;
        EXPECT_EQ(row.scope.covers(org, stranger), row.colleagues) << row.who;
        EXPECT_EQ(row.scope.covers(other, stranger), row.foreign) << row.who;
        EXPECT_EQ(row.scope.covers(other, user.user), row.foreign) << row.who;
    }
}

TEST_F(AccessTest, NobodyGrantsMoreThanTheyHoldNorOutsideTheirOrganisation) {
    struct Row {
        const Principal& who;
        OrgId of;
        bool manages;
        bool toUser, toAdmin, toRoot;
    };
    const std::vector<Row> rows{{user, org, false, false, false, false},
                                {admin, org, true, true, true, false},
                                {admin, other, false, false, false, false},
                                {root, org, true, true, true, true},
                                {root, other, true, true, true, true}};
    for (const auto& row : rows) {
        EXPECT_EQ(mayManageUsers(row.who, row.of), row.manages);
        EXPECT_EQ(mayGrant(row.who, row.of, Role::User), row.toUser);
        EXPECT_EQ(mayGrant(row.who, row.of, Role::OrgAdmin), row.toAdmin);
        EXPECT_EQ(mayGrant(row.who, row.of, Role::SuperAdmin), row.toRoot);
    }
}

TEST_F(AccessTest, NodesQueuesAndTheAuditLogAreForSuperAdministrators) {
    for (const auto* who : {&user, &admin}) {
        EXPECT_FALSE(mayOperateNodes(*who));
        EXPECT_FALSE(maySetQueues(*who));
        EXPECT_FALSE(mayReadAudit(*who));
    }
    EXPECT_TRUE(mayOperateNodes(root));
    EXPECT_TRUE(maySetQueues(root));
    EXPECT_TRUE(mayReadAudit(root));
}

}  // namespace

}  // namespace ph::test
