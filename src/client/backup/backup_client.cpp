#include "client/backup/backup_client.h"

#include "client/decode.h"

namespace ph::client {

Call<Backup> BackupClient::make() {
    // A large store takes its time.
    return makeCall<Backup>(m_connection, {.route = "backups.create", .deadline = std::chrono::minutes(10)});
}

}  // namespace ph::client
