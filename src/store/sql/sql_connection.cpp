#include "store/sql/sql_connection.h"

#include "store/sql/statement.h"

#include <fmt/format.h>

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

void setUp(soci::session& session, const SqlConnection::Options& options) {
    const auto pragma = [&](const std::string& text) { session << "PRAGMA " + text; };
    pragma("busy_timeout=10000");
    // What savepoints set aside stays in memory, however many pages a group touches.
    pragma("temp_store=MEMORY");
    if (options.mode == SqlConnection::Mode::Reader) {
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
    if (options.largest.value == 0) return;
    std::int64_t pageSize = 0;
    session << "PRAGMA page_size", soci::into(pageSize);
    pragma(fmt::format("max_page_count={}", options.largest.value / pageSize));
}

}  // namespace

SqlConnection::SqlConnection(std::unique_ptr<State> state) : m_state(std::move(state)) {}

SqlConnection::~SqlConnection() = default;

Result<std::unique_ptr<SqlConnection>> SqlConnection::open(const Options& options) {
    // SOCI splits its connect string at spaces; quotes keep a path with some whole.
    if (options.path.find('"') != std::string::npos)
        return Error(kStoreNotOpened, "a quote in the path").with("path", options.path);
    try {
        auto state = std::make_unique<State>(fmt::format("dbname=\"{}\"", options.path));
        setUp(state->session, options);
        return std::unique_ptr<SqlConnection>(new SqlConnection(std::move(state)));
    } catch (const std::exception& e) {
        return Error(kStoreNotOpened, e.what()).with("path", options.path);
    }
}

void SqlConnection::execute(const std::string& sql) {
    m_state->session << sql;
}

bool SqlConnection::inTransaction() const {
    return sqlite_api::sqlite3_get_autocommit(m_state->raw()) == 0;
}

Error SqlConnection::errorOf(const std::exception& failure) const {
    const auto* soci = dynamic_cast<const soci::soci_error*>(&failure);
    if (!soci) return Error(kInternal, failure.what());
    // what() would tell the values that were bound, and some of them are secret.
    const auto* sqlite = dynamic_cast<const soci::sqlite3_soci_error*>(&failure);
    const int code = sqlite ? sqlite->result() : sqlite_api::sqlite3_errcode(m_state->raw());
    return errorOfCode(code, soci->get_error_message());
}

std::shared_ptr<SqlConnection::Statement> SqlConnection::statement(std::string_view sql) {
    auto& known = m_state->statements[std::string(sql)];
    if (!known) known = std::make_shared<Statement>(m_state->session, std::string(sql));
    if (!known->busy) return known;
    // A query inside its own iteration gets a statement of its own.
    return std::make_shared<Statement>(m_state->session, std::string(sql));
}

}  // namespace ph
