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

// Whoever waits for room in a queue waits for room; why is found anew by the older controller as well. It
// has no word either for an image that could not be had. Events stay: the newest tells the last number.
constexpr std::array<std::string_view, 9> kBack{
    R"(UPDATE jobs SET reason = '{"code":"submitted"}' WHERE reason LIKE '{"code":"queue_limit"%')",
    R"(UPDATE job_history SET reason = '{"code":"submitted"}' WHERE reason LIKE '{"code":"queue_limit"%')",
    R"(UPDATE jobs SET reason = replace(reason, '"image_missing"', '"launch_failed"') WHERE reason LIKE '{"code":"image_missing"%')",
    R"(UPDATE job_history SET reason = replace(reason, '"image_missing"', '"launch_failed"')
        WHERE reason LIKE '{"code":"image_missing"%')",
    R"(UPDATE task_runs SET reason = replace(reason, '"image_missing"', '"launch_failed"')
        WHERE reason LIKE '{"code":"image_missing"%')",
    "UPDATE allocations SET reason = 'launch_failed' WHERE reason = 'image_missing'",
    R"(UPDATE events SET payload = replace(payload, '"code":"queue_limit"', '"code":"submitted"')
        WHERE payload LIKE '%"code":"queue_limit"%')",
    R"(UPDATE events SET payload = replace(payload, '"code":"image_missing"', '"code":"launch_failed"')
        WHERE payload LIKE '%"code":"image_missing"%')",
    "DROP TABLE queue_settings",
};

}  // namespace

// An older controller would start what limits hold back: they are set back first.
const Migration kQueues{"queues", kStatements, kBack, "SELECT count(*) FROM queue_settings WHERE standard = 0"};

}  // namespace ph
