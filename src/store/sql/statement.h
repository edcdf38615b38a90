#pragma once

#include "store/sql/sql_backend.h"

#include <soci/soci.h>

#include <chrono>
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
    std::unique_ptr<SqlBackend> backend;
    soci::session session;
    std::unordered_map<std::string, std::shared_ptr<Statement>> statements;
    int timesOpened = 1;
    std::chrono::milliseconds pause{0};  ///< before the next try to reconnect
    std::chrono::steady_clock::time_point nextTry;
};

}  // namespace ph
