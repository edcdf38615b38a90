#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

constexpr std::array<std::string_view, 3> kStatements{
    R"(CREATE TABLE task_runs (
        ord INTEGER NOT NULL REFERENCES jobs (ord),
        attempt INTEGER NOT NULL,
        task_rank INTEGER NOT NULL,
        id TEXT NOT NULL UNIQUE,
        node TEXT NOT NULL,
        node_name TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        exit TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER NOT NULL,
        PRIMARY KEY (ord, attempt, task_rank)
    ) WITHOUT ROWID)",
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
    ) WITHOUT ROWID)",
    "CREATE INDEX allocations_open ON allocations (held_from) WHERE held_to = 0",
};

}  // namespace

const Migration kTaskRunTables{"task runs", kStatements};

}  // namespace ph
