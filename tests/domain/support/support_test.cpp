#include "domain/support/support.h"

#include "domain/wire.h"

#include <boost/json/parse.hpp>

namespace ph::test {

namespace {

TEST(Support, ABundleIsForSuperAdministratorsAlone) {
    for (const auto role : {Role::User, Role::OrgAdmin, Role::SuperAdmin}) {
        Principal who;
        who.role = role;
        EXPECT_EQ(mayMakeSupportBundle(who), role == Role::SuperAdmin);
    }
}

TEST(Support, ABundleReadsBackAsItWasWritten) {
    SupportBundle bundle;
    bundle.at = {1'764'547'200'000'000};
    bundle.version = "1.2.3";
    bundle.parts = {{"log.txt", "two\nlines \xE6\x97\xA5\n"}, {"empty.json", ""}};
    expectReadsBack(bundle);
    EXPECT_THAT(wire(bundle), testing::HasSubstr(R"("parts":[{"name":"log.txt","text":"two\nlines )"));
}

TEST(Support, ATraceOfARecordHasNoPlaceForWhoOrWhat) {
    AuditTrace trace;
    trace.number = 7;
    trace.action = "job.submit";
    EXPECT_EQ(boost::json::parse(wire(trace)).as_object().size(), 3u);
    StoreFacts facts;
    facts.schema = 6;
    facts.rows = {{"jobs", 2}};
    facts.jobs = {{"queued", 2}};
    EXPECT_EQ(wire(facts), R"({"schema":6,"rows":{"jobs":2},"jobs":{"queued":2}})");
}

}  // namespace

}  // namespace ph::test
