#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

constexpr std::array<std::string_view, 1> kStatements{
    R"(CREATE TABLE nodes (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        cordoned INTEGER NOT NULL,
        labels TEXT NOT NULL
    ) WITHOUT ROWID)",
};

}  // namespace

const Migration kNodeTables{"nodes", kStatements};

}  // namespace ph
