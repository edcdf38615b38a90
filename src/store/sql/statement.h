#pragma once

#include "store/sql/sql_connection.h"

#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <unordered_map>

namespace ph {

/// A prepared statement; `busy` while a Query runs it.
struct SqlConnection::Statement {
    Statement(soci::session& session, const std::string& sql) : handle(session) {
        handle.alloc();
        handle.prepare(sql);
    }
    soci::statement handle;
    bool busy = false;
};

struct SqlConnection::State {
    explicit State(const std::string& connect) : session(soci::sqlite3, connect) {}
    sqlite_api::sqlite3* raw() { return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_; }

    soci::session session;
    std::unordered_map<std::string, std::shared_ptr<Statement>> statements;
};

}  // namespace ph
