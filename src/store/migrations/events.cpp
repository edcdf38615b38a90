#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

// controller_state has one row: which start of the controller may write, and up to where the event
// log was trimmed. The newest event is never trimmed: it tells the last seq.
constexpr std::array<std::string_view, 4> kStatements{
    R"(CREATE TABLE controller_state (
        term INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        trimmed INTEGER NOT NULL
    ))",
    "INSERT INTO controller_state (term, epoch, trimmed) VALUES (0, 1, 0)",
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
};

}  // namespace

const Migration kEventTables{"events and audit", kStatements};

}  // namespace ph
