#include "store/sql/sql_connection.h"

#include "store/sql/postgres_address.h"
#include "store/sql/statement.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace ph {

namespace {

/// libpq tells of each address that it tried on a line of its own.
std::string oneLine(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

constexpr std::chrono::milliseconds kFirstPause(100), kLongestPause(5000);

}  // namespace

SqlConnection::SqlConnection(std::unique_ptr<State> state) : m_state(std::move(state)) {}

SqlConnection::~SqlConnection() = default;

Result<std::unique_ptr<SqlConnection>> SqlConnection::open(const Options& options) {
    const bool remote = isPostgresAddress(options.location);
    auto backend = remote ? makePostgresBackend(options) : makeSqliteBackend(options);
    if (!backend) return backend.error();
    try {
        auto state = std::make_unique<State>();
        state->backend = std::move(*backend);
        state->backend->connect(state->session);
        return std::unique_ptr<SqlConnection>(new SqlConnection(std::move(state)));
    } catch (const StoreHeld& e) {
        return Error(kStoreInUse).with("holder", e.holder);
    } catch (const std::exception& e) {
        if (remote) return Error(kDatabaseNotOpened, oneLine(e.what())).with("address", options.location);
        return Error(kStoreNotOpened, e.what()).with("path", options.location);
    }
}

void SqlConnection::execute(const std::string& sql) {
    m_state->session << sql;
}

void SqlConnection::define(std::string_view sql) {
    execute(m_state->backend->definition(sql));
}

bool SqlConnection::hasTable(const std::string& name) {
    return m_state->backend->hasTable(*this, name);
}

void SqlConnection::begin() {
    auto& s = *m_state;
    if (s.backend->connected(s.session)) {
        try {
            return s.backend->begin(*this);
        } catch (const soci::soci_error& e) {
            if (s.backend->connected(s.session)) throw;
            spdlog::warn("the connection to the database was lost: {}", e.get_error_message());
        }
    }
    reconnect();
    s.backend->begin(*this);
}

void SqlConnection::reconnect() {
    auto& s = *m_state;
    const auto now = std::chrono::steady_clock::now();
    if (now < s.nextTry) throw soci::soci_error("the connection to the database is lost");
    s.statements.clear();
    try {
        s.session.close();
        s.backend->connect(s.session);
        s.pause = {};
        ++s.timesOpened;
    } catch (const std::exception&) {
        // One that is open but was not set up must not pass for a connection.
        s.session.close();
        s.pause = std::clamp(s.pause * 2, kFirstPause, kLongestPause);
        s.nextTry = std::chrono::steady_clock::now() + s.pause;
        throw;
    }
}

SqlConnection::Transaction SqlConnection::transaction() const {
    return m_state->backend->transaction(m_state->session);
}

int SqlConnection::timesOpened() const {
    return m_state->timesOpened;
}

Error SqlConnection::errorOf(const std::exception& failure) const {
    // what() would tell the values that were bound, and some of them are secret.
    if (const auto* soci = dynamic_cast<const soci::soci_error*>(&failure))
        return m_state->backend->errorOf(*soci, m_state->session);
    return Error(kInternal, failure.what());
}

std::shared_ptr<SqlConnection::Statement> SqlConnection::statement(std::string_view sql) {
    auto& known = m_state->statements[std::string(sql)];
    if (!known) known = std::make_shared<Statement>(m_state->session, std::string(sql));
    if (!known->busy) return known;
    // A query inside its own iteration gets a statement of its own.
    return std::make_shared<Statement>(m_state->session, std::string(sql));
}

}  // namespace ph
