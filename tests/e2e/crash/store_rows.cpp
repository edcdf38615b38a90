#include "e2e/crash/store_rows.h"

#include "support/postgres_server.h"

#include <gtest/gtest.h>

#include <sqlite3.h>
#include <sstream>

namespace ph::test::crash {

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rowsOfFile(const std::string& path, const std::string& sql) {
    sqlite3* store = nullptr;
    sqlite3_open_v2(path.c_str(), &store, SQLITE_OPEN_READONLY, nullptr);
    sqlite3_stmt* query = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(store, sql.c_str(), -1, &query, nullptr), SQLITE_OK) << sqlite3_errmsg(store);
    Rows rows;
    while (sqlite3_step(query) == SQLITE_ROW) {
        auto& row = rows.emplace_back();
        for (int i = 0; i < sqlite3_column_count(query); ++i)
            row.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(query, i)));
    }
    sqlite3_finalize(query);
    sqlite3_close(store);
    return rows;
}

Rows rowsOfDatabase(const std::string& database, const std::string& sql) {
    Rows rows;
    std::istringstream lines(postgresServer().run(sql, database));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        auto& row = rows.emplace_back();
        for (std::string column; std::getline(columns, column, '|');) row.push_back(column);
    }
    return rows;
}

}  // namespace

Rows storeRows(const Site& site, const std::string& sql) {
    return site.database().empty() ? rowsOfFile(site.data() + "/pilothouse.db", sql)
                                   : rowsOfDatabase(site.database(), sql);
}

}  // namespace ph::test::crash
