#include "store/migrations/migrations.h"

#include "store/migrations/steps.h"
#include "store/sql/query.h"

#include <fmt/format.h>

#include <array>

namespace ph {

namespace {

void step(SqlConnection& connection, int version) {
    connection.begin();
    if (version == 1) connection.define("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
    for (const auto statement : migrations()[static_cast<std::size_t>(version) - 1].statements)
        connection.define(statement);
    connection.execute("DELETE FROM schema_version");
    connection.execute(fmt::format("INSERT INTO schema_version (version) VALUES ({})", version));
    connection.execute("COMMIT");
}

}  // namespace

std::span<const Migration> migrations() {
    static const std::array kSteps{kAccountTables, kJobTables,  kTaskRunTables, kEventTables,
                                   kNodeTables,    kJobOrigins, kUploads};
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

Result<> migrate(SqlConnection& connection, int target) {
    const auto found = schemaVersion(connection);
    if (!found) return found.error();
    if (*found > static_cast<int>(migrations().size()))
        return Error(kSchemaNewer)
            .with("found", fmt::format("{}", *found))
            .with("known", fmt::format("{}", migrations().size()));
    int version = *found;
    try {
        while (version < target) step(connection, ++version);
        return {};
    } catch (const std::exception& e) {
        const Error cause = connection.errorOf(e);
        if (connection.inTransaction()) connection.execute("ROLLBACK");
        if (cause.retryable()) return cause;
        return Error(kMigrationFailed, cause.detail)
            .with("step", std::string(migrations()[static_cast<std::size_t>(version) - 1].name));
    }
}

}  // namespace ph
