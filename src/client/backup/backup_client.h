#pragma once

#include "client/call.h"
#include "domain/backup/backup.h"

namespace ph::client {

class Connection;

/// Backups of the whole site, for super administrators.
class BackupClient {
public:
    explicit BackupClient(Connection& connection) : m_connection(connection) {}

    Call<Backup> make();

private:
    Connection& m_connection;
};

}  // namespace ph::client
