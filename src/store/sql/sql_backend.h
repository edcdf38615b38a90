#pragma once

#include "store/sql/sql_connection.h"

#include <soci/soci.h>

#include <memory>
#include <string>
#include <string_view>

namespace ph {

/// What one database does its own way, behind SqlConnection; one object a connection. Everything throws what SOCI
/// throws.
class SqlBackend {
public:
    virtual ~SqlBackend() = default;

    /// Opens the session and sets it up; leaves it in any state when it throws.
    virtual void connect(soci::session& session) = 0;
    /// Whether the session can still be used, as far as the last call has shown.
    virtual bool connected(soci::session& session) const = 0;
    virtual void begin(SqlConnection& connection) = 0;
    virtual SqlConnection::Transaction transaction(soci::session& session) const = 0;
    virtual bool hasTable(SqlConnection& connection, const std::string& name) = 0;
    /// The text that runs a table definition written in SQLite's words.
    virtual std::string definition(std::string_view sql) const = 0;
    /// A text as a column can hold it; restore() gives back what it was.
    virtual std::string storable(std::string_view text) const = 0;
    virtual void restore(std::string& text) const = 0;
    /// Lets go of the rows that a statement still stands on.
    virtual void release(soci::statement& statement) const = 0;
    virtual Error errorOf(const soci::soci_error& failure, soci::session& session) const = 0;
};

/// Another connection holds the store for itself: kStoreInUse while opening, passing while reconnecting.
class StoreHeld final : public soci::soci_error {
public:
    explicit StoreHeld(std::string by) : soci_error("the store is held by " + by), holder(std::move(by)) {}
    std::string holder;
};

Result<std::unique_ptr<SqlBackend>> makeSqliteBackend(const SqlConnection::Options& options);
Result<std::unique_ptr<SqlBackend>> makePostgresBackend(const SqlConnection::Options& options);

}  // namespace ph
