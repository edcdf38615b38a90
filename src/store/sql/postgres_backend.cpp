#include "store/sql/postgres_address.h"
#include "store/sql/postgres_text.h"
#include "store/sql/query.h"
#include "store/sql/sql_backend.h"

#include <fmt/format.h>
#include <soci/postgresql/soci-postgresql.h>

#include <algorithm>
#include <array>

namespace ph {

namespace {

/// Advisory locks are pairs: what for, and a hash of the schema, so that two sites may share a database.
constexpr int kControllerLock = 0x70680001, kWriteLock = 0x70680002;

std::string lockPair(int purpose) {
    return fmt::format("({}, hashtext(coalesce(current_schema()::text, '')))", purpose);
}

/// SQL states, or their classes, that may be gone at the next try.
constexpr std::array<std::string_view, 9> kPassing{"08",     // connection
                                                   "25006",  // a standby takes no writes
                                                   "25P03",  // idle in a transaction for too long
                                                   "40",     // serialisation, deadlock
                                                   "53",     // resources
                                                   "55P03",  // a lock was not to be had in time
                                                   "57014",  // statement timeout
                                                   "57P",    // shutdown
                                                   "58"};    // input and output
constexpr std::string_view kDiskFull = "53100", kLockNotAvailable = "55P03";

PGconn* raw(soci::session& session) {
    auto* backend = static_cast<soci::postgresql_session_backend*>(session.get_backend());
    return backend ? backend->conn_ : nullptr;
}

void replaceAll(std::string& text, std::string_view word, std::string_view by) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
        text.replace(at, word.size(), by);
}

class PostgresBackend final : public SqlBackend {
public:
    PostgresBackend(SqlConnection::Options options, std::string connectString)
        : m_options(std::move(options)), m_connectString(std::move(connectString)) {}

    void connect(soci::session& session) override {
        session.open(soci::postgresql, m_connectString);
        // In more words an error would tell the values of the row it is about, and some are secret.
        PQsetErrorVerbosity(raw(session), PQERRORS_TERSE);
        setUp(session);
        if (m_options.exclusive) takeController(session);
    }

    bool connected(soci::session& session) const override {
        return raw(session) && PQstatus(raw(session)) == CONNECTION_OK;
    }

    void begin(SqlConnection& connection) override {
        if (m_options.mode == SqlConnection::Mode::Reader) return connection.execute("BEGIN");
        // One writer at a time, as SQLite has it: the term that is read under this lock stays until the commit.
        connection.execute(fmt::format("BEGIN; SELECT pg_advisory_xact_lock{}", lockPair(kWriteLock)));
    }

    SqlConnection::Transaction transaction(soci::session& session) const override {
        switch (raw(session) ? PQtransactionStatus(raw(session)) : PQTRANS_UNKNOWN) {
            case PQTRANS_INTRANS:
            case PQTRANS_ACTIVE:
                return SqlConnection::Transaction::Open;
            case PQTRANS_INERROR:
                return SqlConnection::Transaction::Failed;
            default:
                return SqlConnection::Transaction::None;
        }
    }

    bool hasTable(SqlConnection& connection, const std::string& name) override {
        std::int64_t tables = 0;
        Query exists(connection,
                     "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = "
                     ":name");
        exists.bind(name).into(tables).next();
        return tables != 0;
    }

    std::string definition(std::string_view sql) const override {
        std::string text(sql);
        replaceAll(text, " INTEGER", " BIGINT");
        // Bytes decide the order of texts, as in SQLite, whatever the database's own language.
        replaceAll(text, " TEXT", " TEXT COLLATE \"C\"");
        replaceAll(text, " WITHOUT ROWID", "");
        // A step that rewrites a large table takes its time.
        return "SET LOCAL statement_timeout = 0; " + text;
    }

    std::string storable(std::string_view text) const override { return postgresText(text); }
    void restore(std::string& text) const override { restorePostgresText(text); }

    void release(soci::statement& statement) const override {
        // The last answer would stay in memory as long as the statement stays prepared.
        static_cast<soci::postgresql_statement_backend*>(statement.get_backend())->result_.reset();
    }

    Error errorOf(const soci::soci_error& failure, soci::session& session) const override {
        const auto* postgres = dynamic_cast<const soci::postgresql_soci_error*>(&failure);
        const auto state = postgres ? postgres->sqlstate() : std::string();
        const auto what = failure.get_error_message();
        if (state == kDiskFull) return Error(kNoSpace, what);
        const auto passing = [&](std::string_view known) { return state.starts_with(known); };
        if (!connected(session) || std::any_of(kPassing.begin(), kPassing.end(), passing))
            return Error(kUnavailable, what);
        return Error(kInternal, what);
    }

private:
    void setUp(soci::session& session) const {
        std::string encoding;
        session << "SHOW server_encoding", soci::into(encoding);
        if (encoding != "UTF8") throw soci::soci_error("the database's encoding is " + encoding + ", not UTF8");
        session << "SET client_min_messages = error";
        session << "SET statement_timeout = '60s'";
        session << "SET lock_timeout = '10s'";
        // A controller that was stopped in the middle must not keep the write lock from the one that takes over.
        session << "SET idle_in_transaction_session_timeout = '60s'";
        session << "SET tcp_keepalives_idle = 20";
        session << "SET tcp_keepalives_interval = 10";
        session << "SET tcp_keepalives_count = 3";
        if (m_options.mode == SqlConnection::Mode::Reader) {
            session << "SET default_transaction_read_only = on";
            session << "SET default_transaction_isolation = 'repeatable read'";
            return;
        }
        session << "SET default_transaction_isolation = 'read committed'";
        // What was acknowledged is on the disk; a site may ask for more (remote_apply), not for less.
        std::string synchronous;
        session << "SHOW synchronous_commit", soci::into(synchronous);
        if (synchronous == "off") session << "SET synchronous_commit = on";
    }

    /// A controller that was just killed holds the lock until the server has noticed; hence the wait.
    void takeController(soci::session& session) const {
        try {
            session << "SET lock_timeout = '2s'";
            session << "SELECT pg_advisory_lock" + lockPair(kControllerLock);
            session << "SET lock_timeout = '10s'";
        } catch (const soci::postgresql_soci_error& e) {
            if (e.sqlstate() != kLockNotAvailable) throw;
            throw StoreHeld(holder(session));
        }
    }

    static std::string holder(soci::session& session) {
        std::string name = "unknown";
        const auto pair = lockPair(kControllerLock);
        session << "SELECT coalesce(max(application_name), '') FROM pg_locks JOIN pg_stat_activity USING (pid) "
                   "WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND "
                   "(classid::bigint, objid::bigint) = (" +
                       std::to_string(kControllerLock) +
                       ", hashtext(coalesce(current_schema()::text, ''))::bigint & 4294967295) AND "
                       "pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            soci::into(name);
        return name;
    }

    const SqlConnection::Options m_options;
    const std::string m_connectString;
};

}  // namespace

Result<std::unique_ptr<SqlBackend>> makePostgresBackend(const SqlConnection::Options& options) {
    auto connectString = postgresConnectString(options.location);
    if (!connectString) return connectString.error();
    return std::unique_ptr<SqlBackend>(new PostgresBackend(options, std::move(*connectString)));
}

}  // namespace ph
