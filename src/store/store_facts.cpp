#include "store/store_facts.h"

#include "store/migrations/migrations.h"
#include "store/sql/query.h"

#include <array>

namespace ph {

namespace {

constexpr std::array<const char*, 15> kTables{"organisations", "users",       "credentials", "secrets",   "jobs",
                                              "job_origins",   "job_history", "job_files",   "artifacts", "task_runs",
                                              "allocations",   "idempotency", "events",      "audit",     "nodes"};

}  // namespace

Result<StoreFacts> storeFacts(SqlConnection& connection) {
    StoreFacts facts;
    const auto schema = schemaVersion(connection);
    if (!schema) return schema.error();
    facts.schema = *schema;
    for (const char* table : kTables) {
        std::int64_t rows = 0;
        Query query(connection, std::string("SELECT count(*) FROM ") + table);
        query.into(rows).next();
        facts.rows[table] = rows;
    }
    std::string state;
    std::int64_t jobs = 0;
    Query query(connection, "SELECT state, count(*) FROM jobs GROUP BY state");
    query.into(state, jobs);
    while (query.next()) facts.jobs[state] = jobs;
    return facts;
}

}  // namespace ph
