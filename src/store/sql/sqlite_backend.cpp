#include "store/sql/query.h"
#include "store/sql/sql_backend.h"

#include <fmt/format.h>
#include <soci/sqlite3/soci-sqlite3.h>

namespace ph {

namespace {

/// SQLite's primary result codes that callers can do something about.
constexpr int kBusy = 5, kLocked = 6, kReadOnly = 8, kInputOutput = 10, kFull = 13;

Error errorOfCode(int code, const std::string& what) {
    switch (code & 0xff) {
        case kFull:
            return Error(kNoSpace, what);
        case kBusy:
        case kLocked:
        case kReadOnly:
        case kInputOutput:
            return Error(kUnavailable, what);
        default:
            return Error(kInternal, what);
    }
}

sqlite_api::sqlite3* raw(soci::session& session) {
    return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

class SqliteBackend final : public SqlBackend {
public:
    explicit SqliteBackend(SqlConnection::Options options) : m_options(std::move(options)) {}

    void connect(soci::session& session) override {
        session.open(soci::sqlite3, fmt::format("dbname=\"{}\"", m_options.location));
        setUp(session);
    }

    bool connected(soci::session&) const override { return true; }

    void begin(SqlConnection& connection) override {
        Query(connection, m_options.mode == SqlConnection::Mode::Writer ? "BEGIN IMMEDIATE" : "BEGIN").run();
    }

    SqlConnection::Transaction transaction(soci::session& session) const override {
        return sqlite_api::sqlite3_get_autocommit(raw(session)) == 0 ? SqlConnection::Transaction::Open
                                                                     : SqlConnection::Transaction::None;
    }

    bool hasTable(SqlConnection& connection, const std::string& name) override {
        std::int64_t tables = 0;
        Query exists(connection, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = :name");
        exists.bind(name).into(tables).next();
        return tables != 0;
    }

    std::string definition(std::string_view sql) const override { return std::string(sql); }
    std::string storable(std::string_view text) const override { return std::string(text); }
    void restore(std::string&) const override {}

    void release(soci::statement& statement) const override {
        // A statement that still stands on a row would keep its snapshot open.
        sqlite_api::sqlite3_reset(static_cast<soci::sqlite3_statement_backend*>(statement.get_backend())->stmt_);
    }

    Error errorOf(const soci::soci_error& failure, soci::session& session) const override {
        const auto* sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&failure);
        const int code = sqlite ? sqlite->result() : sqlite_api::sqlite3_errcode(raw(session));
        return errorOfCode(code, failure.get_error_message());
    }

private:
    void setUp(soci::session& session) const {
        const auto pragma = [&](const std::string& text) { session << "PRAGMA " + text; };
        pragma("busy_timeout=10000");
        // What savepoints set aside stays in memory, however many pages a group touches.
        pragma("temp_store=MEMORY");
        if (m_options.mode == SqlConnection::Mode::Reader) {
            pragma("cache_size=-2000");
            pragma("query_only=ON");
            return;
        }
        pragma("journal_mode=WAL");
        pragma("synchronous=FULL");
        pragma("foreign_keys=ON");
        pragma("wal_autocheckpoint=4000");
        pragma("journal_size_limit=67108864");
        pragma("cache_size=-8000");
        if (m_options.largest.value == 0) return;
        std::int64_t pageSize = 0;
        session << "PRAGMA page_size", soci::into(pageSize);
        pragma(fmt::format("max_page_count={}", m_options.largest.value / pageSize));
    }

    const SqlConnection::Options m_options;
};

}  // namespace

Result<std::unique_ptr<SqlBackend>> makeSqliteBackend(const SqlConnection::Options& options) {
    // SOCI splits its connect string at spaces; quotes keep a path with some whole.
    if (options.location.find('"') != std::string::npos)
        return Error(kStoreNotOpened, "a quote in the path").with("path", options.location);
    return std::unique_ptr<SqlBackend>(new SqliteBackend(options));
}

}  // namespace ph
