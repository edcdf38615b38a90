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
    /// Undo them, without losing a row. None: there is no way back behind this step.
    std::span<const std::string_view> back = {};
    /// Counts the rows that the schema before cannot hold; while there are any, there is no way back. Empty: it holds
    /// all.
    std::string_view unkeepable = {};
};

/// All steps in order; the first one is version 1.
std::span<const Migration> migrations();

/// The file was written by a newer release: "found", "known".
inline constexpr ErrorId kSchemaNewer{"schema-newer", ErrorKind::Conflict};
inline constexpr ErrorId kMigrationFailed{"migration-failed", ErrorKind::Internal};
/// "to", "oldest": the schema asked for is not between the oldest with a way back to it and the file's own.
inline constexpr ErrorId kNoWayBack{"no-way-back", ErrorKind::Conflict};
/// "step", "rows": the older schema has no place for them.
inline constexpr ErrorId kCannotKeep{"cannot-keep", ErrorKind::Conflict};

/// The schema version of the file; 0 for an empty one.
Result<int> schemaVersion(SqlConnection& connection);
/// Brings the file up to `target`, each step in its own transaction; kMigrationFailed with "step" leaves it at the step
/// before.
Result<> migrate(SqlConnection& connection, int target);

/// The first schema that held a whole site: every step after it has a way back.
inline constexpr int kFirstSchema = 5;
/// The oldest schema that downgrade() reaches from `version`.
int oldestWayBack(int version);
/// Whether downgrade() would do it: kSchemaNewer, kNoWayBack or kCannotKeep.
Result<> mayDowngrade(SqlConnection& connection, int target);
/// Takes the file back to `target` in one transaction, for an older program; kNoWayBack, kCannotKeep or
/// kMigrationFailed leave it as it is.
Result<> downgrade(SqlConnection& connection, int target);

}  // namespace ph
