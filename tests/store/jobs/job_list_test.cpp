#include "store/jobs/job_list.h"

#include "store/sql/query.h"
#include "store/store_fixture.h"

namespace ph::test {

namespace {

/// What SQLite would do for a list.
class JobListPlanTest : public StoreTest {
protected:
    std::string plan(const OrgScope& scope, const JobFilter& filter) {
        auto connection = SqlConnection::open({folder.path() + "/pilothouse.db", SqlConnection::Mode::Reader, {}});
        EXPECT_TRUE(connection);
        Query query(**connection, "EXPLAIN QUERY PLAN " + JobListQuery(scope, filter).sql());
        std::int64_t id = 0, parent = 0, unused = 0;
        std::string detail, all;
        query.into(id, parent, unused, detail);
        while (query.next()) all += detail + "\n";
        return all;
    }
    JobFilter filter(std::vector<JobState> states, std::string name = {}, std::optional<UserId> owner = {},
                     std::optional<JobId> array = {}) {
        return {std::move(states), std::move(name), owner, array};
    }
};

TEST_F(JobListPlanTest, EveryListIsLedByAnIndexThatGivesTheOrder) {
    const auto job = JobId::random(random);
    struct Row {
        OrgScope scope;
        JobFilter filter;
        std::string index;
    };
    const OrgScope all, ofOrg{org, std::nullopt}, ofUser{org, user};
    const std::vector<Row> rows{
        {all, filter({}), "INTEGER PRIMARY KEY"},
        {all, filter({}, "train"), "INTEGER PRIMARY KEY"},
        {ofOrg, filter({}), "jobs_by_org"},
        {ofOrg, filter({}, "train"), "jobs_by_org"},
        {ofUser, filter({}), "jobs_by_owner"},
        {ofUser, filter({JobState::Running}), "jobs_by_owner"},
        {ofUser, filter({JobState::Running, JobState::Queued}, "train"), "jobs_by_owner"},
        {all, filter({}, "", user), "jobs_by_owner"},
        {ofOrg, filter({}, "", user), "jobs_by_owner"},
        {all, filter({JobState::Running}), "jobs_by_outcome"},
        {ofOrg, filter({JobState::Failed}), "jobs_by_outcome"},
        {ofOrg, filter({JobState::Queued, JobState::Starting}), "jobs_by_outcome"},
        {ofOrg, filter({JobState::Queued, JobState::Failed}), "jobs_by_org"},
        {all, filter({JobState::Queued, JobState::Failed}), "INTEGER PRIMARY KEY"},
        {ofOrg, filter({}, "", {}, job), "jobs_by_array"},
        {ofUser, filter({JobState::Failed}, "x", user, job), "jobs_by_array"},
    };
    for (const auto& row : rows) {
        const auto text = plan(row.scope, row.filter);
        EXPECT_NE(text.find("USING " + std::string(row.index[0] == 'I' ? "" : "INDEX ") + row.index), std::string::npos)
            << text;
        EXPECT_EQ(text.find("TEMP B-TREE"), std::string::npos) << text;
        EXPECT_EQ(text.find("SCAN"), std::string::npos) << text;
    }
}

}  // namespace

}  // namespace ph::test
