#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

// controller_state has one row: which start of the controller may write, and how far the event log reaches.
constexpr std::array<std::string_view, 5> kStatements{
    R"(CREATE TABLE controller_state (
        term INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        trimmed INTEGER NOT NULL
    ))",
    "INSERT INTO controller_state (term, epoch, seq, trimmed) VALUES (0, 1, 0, 0)",
    R"(CREATE TABLE events (
        seq INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        org TEXT NOT NULL,
        owner TEXT NOT NULL,
        kind TEXT NOT NULL,
        object TEXT NOT NULL,
        payload TEXT NOT NULL
    ))",
    R"(CREATE TABLE audit (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        org TEXT NOT NULL,
        actor TEXT NOT NULL,
        source TEXT NOT NULL,
        action TEXT NOT NULL,
        object TEXT NOT NULL,
        before_json TEXT NOT NULL,
        after_json TEXT NOT NULL,
        hash TEXT NOT NULL
    ))",
    "CREATE INDEX audit_by_org ON audit (org, number)",
};

}  // namespace

const Migration kEventTables{"events and audit", kStatements};

}  // namespace ph
