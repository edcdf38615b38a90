#include "reflect/codec.h"
#include "reflect/json_text.h"
#include "store/audit/audit_chain.h"
#include "store/audit/audit_exporter.h"
#include "store/site_keys.h"
#include "store/store_fixture.h"

#include <fstream>
#include <sstream>

namespace ph::test {

namespace {

class AuditLogTest : public StoreTest {
protected:
    void append(int count) {
        for (int i = 0; i < count; ++i) {
            auto record = recordOf("job.submit");
            record.object = "j" + std::to_string(i);
            record.from = "127.0.0.1";
            record.after = "{\"number\":1}";
            write([&](Transaction& tx) { return tx.audit().append(record); });
            clock.advance(std::chrono::seconds(1));
        }
    }
    AuditVerification verify(std::int64_t anchor = 0, const std::string& hash = {}) {
        return seen([&](Transaction& tx) { return tx.audit().verify(anchor, hash); });
    }
    std::vector<AuditRecord> read(const OrgScope& scope, std::int64_t before = 0, int most = 100) {
        return seen([&](Transaction& tx) { return tx.audit().read(scope, before, most); });
    }
    /// Changes the database behind the controller's back.
    void tamper(const std::string& statements) {
        database.reset();
        std::istringstream each(statements);
        for (std::string sql; std::getline(each, sql, ';');) connect()->execute(sql);
        open();
    }
};

TEST_F(AuditLogTest, AnUntouchedChainIsWhole) {
    append(5);
    const auto outcome = verify();
    EXPECT_EQ(outcome.records, 5);
    EXPECT_FALSE(outcome.brokenAt);
    EXPECT_EQ(outcome.head, read(OrgScope::everything())[0].hash);
    EXPECT_EQ(outcome.head.size(), 64u);
}

TEST_F(AuditLogTest, AnEmptyChainIsWhole) {
    const auto outcome = verify();
    EXPECT_EQ(outcome.records, 0);
    EXPECT_TRUE(outcome.head.empty());
    EXPECT_FALSE(outcome.brokenAt);
}

struct Tampering {
    const char* name;
    const char* sql;
    std::int64_t brokenAt;
};

class AuditTamperingTest : public AuditLogTest, public testing::WithParamInterface<Tampering> {};

TEST_P(AuditTamperingTest, IsFoundAtTheRecord) {
    append(6);
    tamper(GetParam().sql);
    EXPECT_EQ(verify().brokenAt, GetParam().brokenAt);
}

INSTANTIATE_TEST_SUITE_P(
    Each, AuditTamperingTest,
    testing::Values(
        Tampering{"actor", "UPDATE audit SET actor = 'eve' WHERE number = 3", 3},
        Tampering{"time", "UPDATE audit SET at = at + 1 WHERE number = 2", 2},
        Tampering{"organisation", "UPDATE audit SET org = '' WHERE number = 4", 4},
        Tampering{"movedBetweenFields", "UPDATE audit SET actor = 'ad', source = 'a' || source WHERE number = 4", 4},
        Tampering{"hash", "UPDATE audit SET hash = replace(hash, 'a', 'b') WHERE number = 5", 5},
        Tampering{"deleted", "DELETE FROM audit WHERE number = 2", 2},
        Tampering{"deletedFirst", "DELETE FROM audit WHERE number = 1", 1},
        Tampering{"swapped",
                  "UPDATE audit SET number = 100 WHERE number = 2; UPDATE audit SET number = 2 WHERE number = 3; "
                  "UPDATE audit SET number = 3 WHERE number = 100",
                  2}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(AuditLogTest, AnAnchorFindsACutAndARewrittenChain) {
    append(4);
    const auto anchor = read(OrgScope::everything())[0];
    EXPECT_FALSE(verify(anchor.number, anchor.hash).brokenAt);
    EXPECT_EQ(verify(anchor.number, std::string(64, '0')).brokenAt, 4);
    tamper("DELETE FROM audit WHERE number > 2");
    EXPECT_FALSE(verify().brokenAt) << "a cut chain is whole in itself";
    EXPECT_EQ(verify(anchor.number, anchor.hash).brokenAt, 3);
    append(2);
    EXPECT_EQ(verify(anchor.number, anchor.hash).brokenAt, 4);
}

TEST_F(AuditLogTest, RecordsAreReadNewestFirstInPages) {
    append(5);
    const auto page = read(OrgScope::everything(), 4, 2);
    ASSERT_EQ(page.size(), 2u);
    EXPECT_EQ(page[0].number, 3);
    EXPECT_EQ(page[1].number, 2);
    EXPECT_EQ(page[0].object, "j2");
    EXPECT_EQ(page[0].actor, "ada");
    EXPECT_EQ(page[0].from, "127.0.0.1");
    EXPECT_EQ(page[0].org, org);
}

TEST_F(AuditLogTest, AScopeShowsItsOwnRecords) {
    append(1);
    auto foreign = recordOf("job.submit");
    foreign.org = OrgId::random(random);
    foreign.actor = "eve";
    auto ofSite = recordOf("controller.start");
    ofSite.org.reset();
    ofSite.actor = "system";
    for (const auto& record : {foreign, ofSite}) write([&](Transaction& tx) { return tx.audit().append(record); });
    EXPECT_EQ(read(OrgScope::everything()).size(), 3u);
    EXPECT_EQ(read({org, std::nullopt}).size(), 1u);
    EXPECT_EQ(read({org, user}).size(), 1u);
    EXPECT_TRUE(read({org, UserId::random(random)}).empty());
    EXPECT_EQ(read({foreign.org, std::nullopt}).size(), 1u);
}

TEST_F(AuditLogTest, AnUndoneWorkLeavesNoRecordAndTheChainWhole) {
    append(2);
    const auto undone = tryWrite([&](Transaction& tx) -> Result<> {
        if (auto done = tx.audit().append(recordOf("job.stop")); !done) return done;
        return Error(kNotAllowed);
    });
    EXPECT_FALSE(undone);
    append(1);
    EXPECT_EQ(verify().records, 3);
    EXPECT_FALSE(verify().brokenAt);
}

TEST(AuditChain, EveryFieldAndThePreviousHashCount) {
    AuditRecord record;
    record.number = 1;
    record.actor = "ada";
    record.from = "x";
    const auto hash = chainedHash("", record);
    EXPECT_NE(chainedHash("0", record), hash);
    auto shifted = record;
    shifted.actor = "adax";
    shifted.from = "";
    EXPECT_NE(chainedHash("", shifted), hash);
    auto same = record;
    same.hash = "not part of it";
    EXPECT_EQ(chainedHash("", same), hash);
}

class AuditExportTest : public AuditLogTest {
protected:
    void exportHead(const SiteKeys& keys) {
        const auto done = logic.run(exportAuditHead(*database, folder.path() + "/audit", keys.auditSigning, clock));
        ASSERT_TRUE(done) << done.error().detail;
    }
    std::vector<AuditHead> heads() {
        std::vector<AuditHead> heads;
        std::ifstream file(folder.path() + "/audit/heads.jsonl");
        for (std::string line; std::getline(file, line);)
            heads.push_back(*reflect::decode<AuditHead>(*reflect::parseJson(line)));
        return heads;
    }
};

TEST_F(AuditExportTest, EachNewHeadIsAppendedSigned) {
    const auto keys = *loadSiteKeys(folder.path() + "/keys");
    exportHead(keys);
    EXPECT_TRUE(heads().empty()) << "an empty chain has no head";
    append(2);
    exportHead(keys);
    exportHead(keys);
    append(1);
    exportHead(keys);
    const auto lines = heads();
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].number, 2);
    EXPECT_EQ(lines[1].number, 3);
    EXPECT_EQ(lines[1].hash, verify().head);
    for (const auto& head : lines) EXPECT_TRUE(verifyHead(head, keys.auditPublic));
    EXPECT_FALSE(verify(lines[0].number, lines[0].hash).brokenAt);
}

TEST_F(AuditExportTest, AChangedHeadDoesNotVerify) {
    const auto keys = *loadSiteKeys(folder.path() + "/keys");
    AuditRecord last;
    last.number = 7;
    last.hash = std::string(64, 'a');
    const auto head = signHead(last, clock.now(), keys.auditSigning);
    EXPECT_TRUE(verifyHead(head, keys.auditPublic));
    auto forged = head;
    forged.number = 8;
    EXPECT_FALSE(verifyHead(forged, keys.auditPublic));
    forged = head;
    forged.signature = "zz";
    EXPECT_FALSE(verifyHead(forged, keys.auditPublic));
    const auto others = *loadSiteKeys(folder.path() + "/other");
    EXPECT_FALSE(verifyHead(head, others.auditPublic));
}

}  // namespace

}  // namespace ph::test
