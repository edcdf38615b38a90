#include "service/site.h"
#include "service/upkeep/upkeep_service.h"

namespace ph::test {
namespace {

using namespace std::chrono_literals;

class UpkeepTest : public ::testing::Test {
protected:
    UpkeepTest() : upkeep(*site.database, *site.blobs, site.clock) {}
    Upkeep round() { return site.run(upkeep.run()).value(); }
    Site site;
    UpkeepService upkeep;
};

TEST_F(UpkeepTest, ExpiredSessionsGoAndOthersStay) {
    site.run(site.authentication->login("uma", kPassword, "192.0.2.7")).value();
    site.clock.advance(6h);
    const auto young = site.run(site.authentication->login("uma", kPassword, "192.0.2.7")).value();
    const auto before = site.records().size();
    EXPECT_EQ(round().sessions, 0);
    EXPECT_EQ(site.records().size(), before) << "what changed nothing is not recorded";
    site.clock.advance(6h);
    EXPECT_EQ(round().sessions, 1);
    EXPECT_EQ(site.lastRecord().action + " by " + site.lastRecord().actor, "session.expire by system");
    EXPECT_EQ(site.lastRecord().before, R"({"count":1})");
    EXPECT_EQ(outcome(site.run(site.authentication->authenticate(young.token, "192.0.2.7"))), "ok");
}

TEST_F(UpkeepTest, IdempotencyKeysAreFreeAfterADay) {
    const auto submit = [&](const std::string& body) {
        return outcome(site.run(site.jobs->submit(site["uma"], trueJob(), "key", body, false)));
    };
    EXPECT_EQ(submit("hash"), "ok");
    site.clock.advance(23h);
    round();
    EXPECT_EQ(submit("another hash"), "idempotency-mismatch");
    site.clock.advance(1h + 1s);
    round();
    EXPECT_EQ(submit("another hash"), "ok");
}

TEST_F(UpkeepTest, BlobsThatAJobNamesAndYoungOnesStay) {
    JobSpec spec = trueJob();
    spec.files = {{"x", site.upload("named"), 5, false}};
    site.submit(site["uma"], spec);
    const auto unnamed = site.upload("nobody's");
    EXPECT_EQ(round().blobs, 0) << "uploaded just now";
    EXPECT_TRUE(site.blobs->info(unnamed));
}

TEST_F(UpkeepTest, OldUnnamedBlobsGo) {
    JobSpec spec = trueJob();
    spec.files = {{"x", site.upload("named"), 5, false}};
    site.submit(site["uma"], spec);
    const auto unnamed = site.upload("nobody's");
    for (const auto& digest : {spec.files[0].digest, unnamed})
        std::filesystem::last_write_time(site.blobs->path(digest), std::filesystem::file_time_type::clock::now() - 25h);
    EXPECT_EQ(round().blobs, 1);
    EXPECT_EQ(site.lastRecord().action + " by " + site.lastRecord().actor, "blob.remove by system");
    EXPECT_FALSE(site.blobs->info(unnamed));
    EXPECT_TRUE(site.blobs->info(spec.files[0].digest));
}

TEST_F(UpkeepTest, AnUploadCountsForADayOrForAsLongAsAJobOfTheOrganisationNamesIt) {
    JobSpec spec = trueJob();
    spec.files = {{"x", site.upload("named"), 5, false}};
    site.upload("named", "bob");
    const auto job = site.submit(site["uma"], spec);
    const auto unnamed = site.upload("nobody's"), asked = site.upload("asked for");
    const auto holds = [this](const char* who, const std::string& digest) {
        const auto org = site[who].org;
        return site.read([org, digest](Transaction& tx) { return tx.uploads().holds(org, digest); }).value();
    };
    site.clock.advance(20h);
    BlobService owners(*site.database, site.clock);
    EXPECT_EQ(outcome(site.run(owners.find(site["ugo"], asked))), "ok");
    EXPECT_EQ(outcome(site.run(owners.find(site["bob"], asked))), "blob-not-found");
    site.clock.advance(5h);
    round();
    EXPECT_TRUE(holds("uma", spec.files[0].digest));
    EXPECT_FALSE(holds("bob", spec.files[0].digest)) << "the job of another organisation keeps nothing";
    EXPECT_FALSE(holds("uma", unnamed));
    EXPECT_TRUE(holds("uma", asked));
    site.bring(job.id, JobState::Succeeded);
    site.run(site.jobs->remove(site["uma"], job.id)).value();
    round();
    EXPECT_FALSE(holds("uma", spec.files[0].digest));
}

}  // namespace
}  // namespace ph::test
