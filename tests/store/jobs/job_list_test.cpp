#include "store/jobs/job_list.h"

#include "store/sql/query.h"
#include "store/store_fixture.h"

namespace ph::test {

namespace {

JobFilter filter(std::vector<JobState> states, std::string name = {}, std::optional<UserId> owner = {},
                 std::optional<JobId> array = {}) {
    return {std::move(states), std::move(name), owner, array};
}

struct ListRow {
    OrgScope scope;
    JobFilter filter;
    std::string index;
};

std::vector<ListRow> everyList(OrgId org, UserId user, JobId job) {
    const OrgScope all, ofOrg{org, std::nullopt}, ofUser{org, user};
    return {
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
}

/// What SQLite would do for a list.
class SqliteJobListPlanTest : public StoreTest {
protected:
    std::string plan(const OrgScope& scope, const JobFilter& filter) {
        const auto connection = connect(SqlConnection::Mode::Reader);
        Query query(*connection, "EXPLAIN QUERY PLAN " + JobListQuery(scope, filter).sql());
        std::int64_t id = 0, parent = 0, unused = 0;
        std::string detail, all;
        query.into(id, parent, unused, detail);
        while (query.next()) all += detail + "\n";
        return all;
    }
};

TEST_F(SqliteJobListPlanTest, EveryListIsLedByAnIndexThatGivesTheOrder) {
    for (const auto& row : everyList(org, user, JobId::random(random))) {
        const auto text = plan(row.scope, row.filter);
        EXPECT_NE(text.find("USING " + std::string(row.index[0] == 'I' ? "" : "INDEX ") + row.index), std::string::npos)
            << text;
        EXPECT_EQ(text.find("TEMP B-TREE"), std::string::npos) << text;
        EXPECT_EQ(text.find("SCAN"), std::string::npos) << text;
    }
}

/// What PostgreSQL would do for a list where sorting is too dear; it weighs that by how many rows there are.
class PostgresJobListPlanTest : public StoreTest {
protected:
    PostgresJobListPlanTest() { location = postgresLocation(folder, "store"); }

    std::string plan(const OrgScope& scope, const JobFilter& filter) {
        const auto connection = connect(SqlConnection::Mode::Reader);
        for (const char* way : {"sort", "seqscan", "bitmapscan"})
            connection->execute("SET enable_" + std::string(way) + " = off");
        const JobListQuery list(scope, filter);
        Query query(*connection, "EXPLAIN " + list.sql());
        list.bind(query, 0, 50);
        std::string line, all;
        query.into(line);
        while (query.next()) all += line + "\n";
        return all;
    }
};

TEST_F(PostgresJobListPlanTest, EveryListIsLedByAnIndexThatGivesTheOrder) {
    for (const auto& row : everyList(org, user, JobId::random(random))) {
        const auto text = plan(row.scope, row.filter);
        const auto index = row.index[0] == 'I' ? "jobs_pkey" : row.index;
        EXPECT_NE(text.find("Index Scan Backward using " + index + " "), std::string::npos) << text;
        EXPECT_EQ(text.find("Sort"), std::string::npos) << text;
    }
}

}  // namespace

}  // namespace ph::test
