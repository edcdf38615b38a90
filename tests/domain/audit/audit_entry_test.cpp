#include "domain/audit/audit_entry.h"

#include <gtest/gtest.h>

namespace ph::test {

namespace {

Principal ada() {
    Principal who;
    who.name = "ada";
    who.from = "192.0.2.7";
    return who;
}

const OrgId kOrg = *OrgId::parse("oaaaaaaaaaaaab");

}  // namespace

TEST(AuditEntry, TellsWhoFromWhereWhatAndBothStates) {
    const auto record =
        auditEntry(ada(), kOrg, "job.stop", "j1", {R"({"state":"running"})", R"({"state":"stopping"})"}, {42});
    EXPECT_EQ(record.at, Timestamp{42});
    EXPECT_EQ(record.org, kOrg);
    EXPECT_EQ(record.actor, "ada");
    EXPECT_EQ(record.from, "192.0.2.7");
    EXPECT_EQ(record.action, "job.stop");
    EXPECT_EQ(record.object, "j1");
    EXPECT_EQ(record.before, R"({"state":"running"})");
    EXPECT_EQ(record.after, R"({"state":"stopping"})");
}

TEST(AuditEntry, LeavesNumberAndHashToTheChain) {
    const auto record = auditEntry(ada(), kOrg, "secret.put", "KEY", {}, {1});
    EXPECT_EQ(record.number, 0);
    EXPECT_TRUE(record.hash.empty());
}

TEST(AuditEntry, OfTheProgramItselfHasNoAddress) {
    const auto record = systemAuditEntry(kOrg, "job.failed", "j1", {}, {1});
    EXPECT_EQ(record.actor, "system");
    EXPECT_TRUE(record.from.empty());
    EXPECT_TRUE(record.before.empty());
}

}  // namespace ph::test
