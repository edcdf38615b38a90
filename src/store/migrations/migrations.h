#pragma once

#include "base/error.h"
#include "store/sql/sql_connection.h"

#include <span>
#include <string_view>

namespace ph {

/// One step of the schema, as SqlConnection::define() takes it. Steps that a release has shipped are never changed,
/// only followed by new ones.
struct Migration {
    std::string_view name;
    std::span<const std::string_view> statements;
};

/// All steps in order; the first one is version 1.
std::span<const Migration> migrations();

/// The file was written by a newer release: "found", "known".
inline constexpr ErrorId kSchemaNewer{"schema-newer", ErrorKind::Conflict};
inline constexpr ErrorId kMigrationFailed{"migration-failed", ErrorKind::Internal};

/// The schema version of the file; 0 for an empty one.
Result<int> schemaVersion(SqlConnection& connection);
/// Brings the file up to `target`, each step in its own transaction; kMigrationFailed with "step" leaves it at the step
/// before.
Result<> migrate(SqlConnection& connection, int target);

}  // namespace ph
