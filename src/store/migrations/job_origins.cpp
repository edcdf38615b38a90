#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

// What a job began as stands in one row: each table that a submission touches is a page more in its commit.
constexpr std::array<std::string_view, 6> kStatements{
    "ALTER TABLE job_specs RENAME TO job_origins",
    "ALTER TABLE job_origins ADD COLUMN at INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE job_origins ADD COLUMN state TEXT NOT NULL DEFAULT 'queued'",
    "ALTER TABLE job_origins ADD COLUMN reason TEXT NOT NULL DEFAULT '{}'",
    R"(UPDATE job_origins SET
        at = (SELECT job_history.at FROM job_history WHERE job_history.ord = job_origins.ord AND seq = job_origins.ord),
        state = (SELECT job_history.state FROM job_history WHERE job_history.ord = job_origins.ord AND seq = job_origins.ord),
        reason = (SELECT job_history.reason FROM job_history WHERE job_history.ord = job_origins.ord AND seq = job_origins.ord)
        WHERE EXISTS (SELECT 1 FROM job_history WHERE job_history.ord = job_origins.ord AND seq = job_origins.ord))",
    "DELETE FROM job_history WHERE seq = ord",
};

constexpr std::array<std::string_view, 5> kBack{
    R"(INSERT INTO job_history (ord, seq, at, state, reason, attempt)
        SELECT ord, ord, at, state, reason, 0 FROM job_origins WHERE at <> 0)",
    "ALTER TABLE job_origins DROP COLUMN at",
    "ALTER TABLE job_origins DROP COLUMN state",
    "ALTER TABLE job_origins DROP COLUMN reason",
    "ALTER TABLE job_origins RENAME TO job_specs",
};

}  // namespace

const Migration kJobOrigins{"job origins", kStatements, kBack};

}  // namespace ph
