#pragma once

#include "base/clock.h"
#include "ports/backup_store.h"

#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <string>

namespace ph {

/// Backups as folders ROOT/backups/<time>: the store's snapshot, and links to or copies of the files around it. A
/// backup appears whole or not at all. Where the manifest is, everything else is.
class FolderBackup final : public BackupStore {
public:
    /// `root`: the data directory.
    FolderBackup(std::string root, std::string programVersion, const Clock& clock);
    ~FolderBackup() override;
    Async<Backup> make() override;

private:
    std::string m_root;
    std::string m_version;
    const Clock& m_clock;
    std::atomic<bool> m_underWay = false;
    boost::asio::thread_pool m_thread{1};
};

/// The manifest of a backup whose store has the digest that it names; kBackupBroken.
Result<Backup> readBackup(const std::string& folder);
/// Fills the empty or absent data directory `root` from a backup. Blocking. kBackupBroken, kRestoreIntoData, kNoSpace
/// or kUnavailable; a failure leaves nothing there. The store must then be opened with a new epoch.
Result<Backup> restoreBackup(const std::string& folder, const std::string& root);

}  // namespace ph
