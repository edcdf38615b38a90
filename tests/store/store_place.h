#pragma once

#include "support/postgres_server.h"
#include "support/program.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace ph::test {

/// Whether these tests run on PostgreSQL: $PH_TEST_STORE says "postgresql".
inline bool onPostgres() {
    const char* store = std::getenv("PH_TEST_STORE");
    return store && std::string_view(store) == "postgresql";
}

/// A schema of its own for `name` in a test's folder, empty at first.
inline std::string postgresLocation(const TemporaryFolder& folder, const std::string& name) {
    auto schema = "s" + std::filesystem::path(folder.path()).filename().string() + name;
    for (char& c : schema) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    postgresServer().run("CREATE SCHEMA IF NOT EXISTS " + schema);
    return postgresServer().address("postgres", schema);
}

/// Where a test's store lies: a file in its folder or a schema of the test server.
inline std::string storeLocation(const TemporaryFolder& folder, const std::string& name) {
    return onPostgres() ? postgresLocation(folder, name) : folder.path() + "/" + name;
}

}  // namespace ph::test
