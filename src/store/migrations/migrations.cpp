#include "store/migrations/migrations.h"

#include "store/migrations/steps.h"
#include "store/sql/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ph {

namespace {

void setVersion(SqlConnection& connection, int version) {
    connection.execute("DELETE FROM schema_version");
    connection.execute(fmt::format("INSERT INTO schema_version (version) VALUES ({})", version));
}

const Migration& migration(int version) {
    return migrations()[static_cast<std::size_t>(version) - 1];
}

std::int64_t countOf(SqlConnection& connection, std::string_view sql) {
    std::int64_t rows = 0;
    Query query(connection, sql);
    query.into(rows).next();
    return rows;
}

/// What a failure of the step means, after it has been undone.
Error stepError(SqlConnection& connection, const std::exception& failure, int version) {
    const Error cause = connection.errorOf(failure);
    if (connection.inTransaction()) connection.execute("ROLLBACK");
    if (cause.retryable()) return cause;
    return Error(kMigrationFailed, cause.detail).with("step", std::string(migration(version).name));
}

void step(SqlConnection& connection, int version) {
    connection.begin();
    if (version == 1) connection.define("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
    for (const auto statement : migration(version).statements) connection.define(statement);
    setVersion(connection, version);
    connection.execute("COMMIT");
}

}  // namespace

std::span<const Migration> migrations() {
    static const std::array kSteps{kAccountTables, kJobTables,  kTaskRunTables, kEventTables,
                                   kNodeTables,    kJobOrigins, kUploads,       kQueues};
    return kSteps;
}

Result<int> schemaVersion(SqlConnection& connection) {
    try {
        if (!connection.hasTable("schema_version")) return 0;
        std::int64_t version = 0;
        Query query(connection, "SELECT coalesce(max(version), 0) FROM schema_version");
        query.into(version).next();
        return static_cast<int>(version);
    } catch (const std::exception& e) {
        return connection.errorOf(e);
    }
}

namespace {

/// The file's version, if this program knows it.
Result<int> knownVersion(SqlConnection& connection) {
    const auto found = schemaVersion(connection);
    if (found && *found > static_cast<int>(migrations().size()))
        return Error(kSchemaNewer)
            .with("found", fmt::format("{}", *found))
            .with("known", fmt::format("{}", migrations().size()));
    return found;
}

}  // namespace

Result<> migrate(SqlConnection& connection, int target) {
    const auto found = knownVersion(connection);
    if (!found) return found.error();
    int version = *found;
    try {
        while (version < target) step(connection, ++version);
        return {};
    } catch (const std::exception& e) {
        return stepError(connection, e, version);
    }
}

int oldestWayBack(int version) {
    while (version > 0 && !migration(version).back.empty()) --version;
    return version;
}

Result<> mayDowngrade(SqlConnection& connection, int target) {
    const auto found = knownVersion(connection);
    if (!found) return found.error();
    const int oldest = oldestWayBack(*found);
    if (target < oldest || target > *found)
        return Error(kNoWayBack)
            .with("to", fmt::format("{}", target))
            .with("oldest", fmt::format("{}", oldest))
            .with("found", fmt::format("{}", *found));
    try {
        for (int version = *found; version > target; --version) {
            const Migration& undone = migration(version);
            const auto rows = undone.unkeepable.empty() ? 0 : countOf(connection, undone.unkeepable);
            if (rows == 0) continue;
            return Error(kCannotKeep).with("step", std::string(undone.name)).with("rows", fmt::format("{}", rows));
        }
        return {};
    } catch (const std::exception& e) {
        return connection.errorOf(e);
    }
}

Result<> downgrade(SqlConnection& connection, int target) {
    int version = std::clamp(target + 1, 1, static_cast<int>(migrations().size()));
    try {
        connection.begin();
        if (const auto may = mayDowngrade(connection, target); !may) {
            connection.execute("ROLLBACK");
            return may;
        }
        for (version = *schemaVersion(connection); version > target; --version)
            for (const auto statement : migration(version).back) connection.define(statement);
        setVersion(connection, target);
        connection.execute("COMMIT");
        return {};
    } catch (const std::exception& e) {
        return stepError(connection, e, version);
    }
}

}  // namespace ph
