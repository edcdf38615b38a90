#include "domain/accounts/account.h"
#include "domain/audit/audit_record.h"
#include "domain/events/event.h"
#include "domain/wire.h"
#include "support/seeded_random.h"

namespace ph::test {

namespace {

TEST(AccountWords, AreTheseAndStay) {
    EXPECT_EQ(words<Role>(), "user, org_admin, super_admin");
    EXPECT_EQ(words<EventKind>(), "job_changed, job_removed, node_changed, node_removed, user_changed");
}

TEST(AccountWire, RolesAreOrderedByWhatTheyMay) {
    EXPECT_LT(Role::User, Role::OrgAdmin);
    EXPECT_LT(Role::OrgAdmin, Role::SuperAdmin);
}

TEST(AccountWire, AUserHasNoPasswordInAnyForm) {
    SeededRandom random;
    const User user{UserId::random(random), OrgId::random(random), "ada", "Ada", Role::OrgAdmin, false, {5}};
    expectReadsBack(user);
    EXPECT_THAT(wire(user), testing::Not(testing::HasSubstr("password")));
    EXPECT_THAT(wireFaults<User>(R"({"password_hash": "x"})"), testing::ElementsAre("password_hash unknown-field"));
}

TEST(AccountWire, OrganisationsAndTokensReadBack) {
    SeededRandom random;
    expectReadsBack(Organisation{OrgId::random(random), "Institute of \"Physics\"", {5}});
    const TokenInfo token{TokenId::random(random), "laptop", {5}, {}, {7}};
    expectReadsBack(token);
    EXPECT_TRUE(reflect::encode(token).at("expires_at").is_null()) << "never";
}

TEST(AuditWire, RecordsAndVerificationsReadBack) {
    SeededRandom random;
    const AuditRecord record{7,  {5},         OrgId::random(random), "ada", "127.0.0.1", "job.submit", "j",
                             "", "{\"a\":1}", std::string(64, 'a')};
    expectReadsBack(record);
    expectReadsBack(AuditVerification{5, "head", 3});
    EXPECT_TRUE(reflect::encode(AuditVerification{5, "head", {}}).at("broken_at").is_null());
}

}  // namespace

}  // namespace ph::test
