#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

// `ord` is the seq of the event that announced the job: the order of lists, and what all rows of a job are keyed by, so
// that jobs submitted together lie together. Only what is looked up by a random id pays for a random page. Every list
// is led by an index that ends in `ord`, so that a page of it costs what it shows. `outcome`: 0 not final, 1 succeeded,
// 2 neither.
constexpr std::array<std::string_view, 11> kStatements{
    R"(CREATE TABLE jobs (
        ord INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        org TEXT NOT NULL,
        owner TEXT NOT NULL,
        owner_name TEXT NOT NULL,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        outcome INTEGER NOT NULL,
        reason TEXT NOT NULL,
        resources TEXT NOT NULL,
        time_limit INTEGER NOT NULL,
        priority INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        node TEXT NOT NULL,
        node_name TEXT NOT NULL,
        array_of TEXT NOT NULL,
        array_index INTEGER NOT NULL,
        queued_at INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        task_run TEXT NOT NULL,
        transient_retries INTEGER NOT NULL,
        permanent_retries INTEGER NOT NULL,
        not_before INTEGER NOT NULL
    ))",
    "CREATE INDEX jobs_by_org ON jobs (org, ord)",
    "CREATE INDEX jobs_by_owner ON jobs (owner, ord)",
    "CREATE INDEX jobs_by_outcome ON jobs (outcome, ord)",
    "CREATE INDEX jobs_by_array ON jobs (array_of, ord) WHERE array_of <> ''",
    R"(CREATE TABLE job_numbers (
        org TEXT PRIMARY KEY,
        last INTEGER NOT NULL
    ) WITHOUT ROWID)",
    R"(CREATE TABLE job_specs (
        ord INTEGER PRIMARY KEY REFERENCES jobs (ord),
        spec TEXT NOT NULL
    ))",
    R"(CREATE TABLE job_files (
        ord INTEGER NOT NULL REFERENCES jobs (ord),
        digest TEXT NOT NULL,
        PRIMARY KEY (ord, digest)
    ) WITHOUT ROWID)",
    R"(CREATE TABLE job_history (
        ord INTEGER NOT NULL REFERENCES jobs (ord),
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        PRIMARY KEY (ord, seq)
    ) WITHOUT ROWID)",
    R"(CREATE TABLE artifacts (
        ord INTEGER NOT NULL REFERENCES jobs (ord),
        attempt INTEGER NOT NULL,
        path TEXT NOT NULL,
        digest TEXT NOT NULL,
        size INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (ord, attempt, path)
    ) WITHOUT ROWID)",
    R"(CREATE TABLE idempotency (
        owner TEXT NOT NULL,
        request TEXT NOT NULL,
        body_hash TEXT NOT NULL,
        answer TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (owner, request)
    ) WITHOUT ROWID)",
};

}  // namespace

const Migration kJobTables{"jobs", kStatements};

}  // namespace ph
