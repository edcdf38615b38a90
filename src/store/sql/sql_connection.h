#pragma once

#include "base/error.h"
#include "base/units.h"

#include <memory>
#include <string>
#include <string_view>

namespace ph {

/// A file cannot be opened or is no database: "path". A database cannot be reached or used: "address".
inline constexpr ErrorId kStoreNotOpened{"store-not-opened", ErrorKind::Internal};
inline constexpr ErrorId kDatabaseNotOpened{"database-not-opened", ErrorKind::Internal};
/// Another controller works on the database: "holder".
inline constexpr ErrorId kStoreInUse{"store-in-use", ErrorKind::Conflict};

/// One connection to the store, an SQLite file or a PostgreSQL database, with its prepared statements. Used by one
/// thread at a time. Every call except open() throws on failure; errorOf() says what such an exception means.
class SqlConnection {
public:
    enum class Mode { Writer, Reader };
    enum class Transaction {
        None,
        Open,
        Failed  ///< after a failed statement PostgreSQL takes nothing but a rollback, be it to a savepoint
    };
    struct Options {
        std::string location;  ///< a file's path or postgresql://USER@HOST/DATABASE
        Mode mode = Mode::Writer;
        Bytes largest;           ///< beyond this size of the file writes fail with kNoSpace; zero: no limit
        bool exclusive = false;  ///< at most one such connection to a database; a file is guarded by DataLock
    };

    /// kStoreNotOpened, kDatabaseNotOpened, kStoreInUse, or what postgresConnectString() finds wrong.
    static Result<std::unique_ptr<SqlConnection>> open(const Options& options);
    ~SqlConnection();

    /// Runs statements that yield nothing, without keeping them prepared.
    void execute(const std::string& sql);
    /// Runs a table definition within a transaction. It is written in SQLite's words; numbers have 64 bits and texts
    /// are ordered by their bytes everywhere.
    void define(std::string_view sql);
    bool hasTable(const std::string& name);

    /// A writer holds the write lock from here on, a reader sees one commit. A lost connection is made anew first, or
    /// at once if it is found lost here; after a failed try the next one has to wait up to 5 s.
    void begin();
    Transaction transaction() const;
    bool inTransaction() const { return transaction() != Transaction::None; }
    /// How often the connection was made: what was read before may have been overtaken when it grows.
    int timesOpened() const;

    /// kNoSpace, kUnavailable (busy, connection lost, input or output) or kInternal.
    Error errorOf(const std::exception& failure) const;

private:
    friend class Query;
    struct Statement;
    struct State;
    explicit SqlConnection(std::unique_ptr<State> state);
    void reconnect();
    std::shared_ptr<Statement> statement(std::string_view sql);

    std::unique_ptr<State> m_state;
};

}  // namespace ph
