#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

constexpr std::array<std::string_view, 6> kStatements{
    R"(CREATE TABLE organisations (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created_at INTEGER NOT NULL
    ) WITHOUT ROWID)",
    R"(CREATE TABLE users (
        id TEXT PRIMARY KEY,
        org TEXT NOT NULL REFERENCES organisations (id),
        name TEXT NOT NULL UNIQUE,
        display_name TEXT NOT NULL,
        role TEXT NOT NULL,
        disabled INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        password_hash TEXT NOT NULL
    ))",         "CREATE INDEX users_by_org ON users (org, name)",
    R"(CREATE TABLE credentials (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES users (id),
        secret_hash TEXT NOT NULL UNIQUE,
        personal INTEGER NOT NULL,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL
    ) WITHOUT ROWID)",   "CREATE INDEX credentials_by_user ON credentials (user_id, created_at)",
    R"(CREATE TABLE secrets (
        org TEXT NOT NULL,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        sealed TEXT NOT NULL,
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (org, owner, name)
    ) WITHOUT ROWID)",
};

}  // namespace

const Migration kAccountTables{"accounts", kStatements};

}  // namespace ph
