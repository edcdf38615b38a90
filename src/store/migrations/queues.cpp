#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

constexpr std::array<std::string_view, 1> kStatements{
    R"(CREATE TABLE queue_settings (
        org TEXT PRIMARY KEY REFERENCES organisations (id),
        settings TEXT NOT NULL,
        standard INTEGER NOT NULL,
        revision INTEGER NOT NULL
    ) WITHOUT ROWID)",
};

// Whoever waits for room in a queue waits for room; why is found anew by the older controller as well.
constexpr std::array<std::string_view, 4> kBack{
    R"(UPDATE jobs SET reason = '{"code":"submitted"}' WHERE reason LIKE '{"code":"queue_limit"%')",
    R"(UPDATE job_history SET reason = '{"code":"submitted"}' WHERE reason LIKE '{"code":"queue_limit"%')",
    R"(DELETE FROM events WHERE payload LIKE '%"code":"queue_limit"%')",
    "DROP TABLE queue_settings",
};

}  // namespace

// An older controller would start what limits hold back: they are set back first.
const Migration kQueues{"queues", kStatements, kBack, "SELECT count(*) FROM queue_settings WHERE standard = 0"};

}  // namespace ph
