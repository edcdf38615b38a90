#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

// `ord` is the order of lists. Every list is led by one index that ends in it, so that a page costs what it shows.
constexpr std::array<std::string_view, 20> kStatements{
    R"(CREATE TABLE jobs (
        ord INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL,
        org TEXT NOT NULL,
        owner TEXT NOT NULL,
        owner_name TEXT NOT NULL,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
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
        not_before INTEGER NOT NULL,
        UNIQUE (id, org),
        UNIQUE (org, number)
    ))",
    "CREATE INDEX jobs_by_org ON jobs (org, ord)",
    "CREATE INDEX jobs_by_owner ON jobs (owner, ord)",
    "CREATE INDEX jobs_by_state ON jobs (state, ord)",
    "CREATE INDEX jobs_by_array ON jobs (array_of, ord) WHERE array_of <> ''",
    "CREATE INDEX jobs_by_seq ON jobs (seq)",
    R"(CREATE TABLE job_numbers (
        org TEXT PRIMARY KEY,
        last INTEGER NOT NULL
    ) WITHOUT ROWID)",
    R"(CREATE TABLE job_specs (
        job TEXT NOT NULL,
        org TEXT NOT NULL,
        spec TEXT NOT NULL,
        PRIMARY KEY (job, org),
        FOREIGN KEY (job, org) REFERENCES jobs (id, org)
    ))",
    R"(CREATE TABLE job_files (
        job TEXT NOT NULL,
        org TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (job, digest),
        FOREIGN KEY (job, org) REFERENCES jobs (id, org)
    ) WITHOUT ROWID)",
    "CREATE INDEX job_files_by_digest ON job_files (digest)",
    R"(CREATE TABLE job_history (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        job TEXT NOT NULL,
        org TEXT NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        FOREIGN KEY (job, org) REFERENCES jobs (id, org)
    ))",
    "CREATE INDEX job_history_by_job ON job_history (job, number)",
    R"(CREATE TABLE task_runs (
        id TEXT PRIMARY KEY,
        job TEXT NOT NULL,
        org TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        task_rank INTEGER NOT NULL,
        node TEXT NOT NULL,
        node_name TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        exit TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER NOT NULL,
        UNIQUE (job, attempt, task_rank),
        FOREIGN KEY (job, org) REFERENCES jobs (id, org)
    ))",
    R"(CREATE TABLE artifacts (
        job TEXT NOT NULL,
        org TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        path TEXT NOT NULL,
        digest TEXT NOT NULL,
        size INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (job, attempt, path),
        FOREIGN KEY (job, org) REFERENCES jobs (id, org)
    ) WITHOUT ROWID)",
    "CREATE INDEX artifacts_by_digest ON artifacts (digest)",
    // Allocations outlive their jobs: they are what usage and money are summed from.
    R"(CREATE TABLE allocations (
        task_run TEXT PRIMARY KEY,
        job TEXT NOT NULL,
        org TEXT NOT NULL,
        owner TEXT NOT NULL,
        node TEXT NOT NULL,
        cpu INTEGER NOT NULL,
        memory INTEGER NOT NULL,
        scratch INTEGER NOT NULL,
        accelerators TEXT NOT NULL,
        held_from INTEGER NOT NULL,
        held_to INTEGER NOT NULL,
        reason TEXT NOT NULL
    ))",
    "CREATE INDEX allocations_open ON allocations (held_from) WHERE held_to = 0",
    "CREATE INDEX allocations_by_org ON allocations (org, held_from)",
    R"(CREATE TABLE idempotency (
        owner TEXT NOT NULL,
        request TEXT NOT NULL,
        body_hash TEXT NOT NULL,
        answer TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (owner, request)
    ))",
    "CREATE INDEX idempotency_by_time ON idempotency (at)",
};

}  // namespace

const Migration kJobTables{"jobs", kStatements};

}  // namespace ph
