#pragma once

#include "base/clock.h"
#include "base/hop.h"
#include "ports/backup_store.h"

#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <functional>
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
    const Hop m_hop{m_thread.get_executor()};
};

/// The manifest of a backup whose store has the digest that it names; kBackupBroken.
Result<Backup> readBackup(const std::string& folder);
/// What a restored folder needs before it takes its place: called with the folder's path until then.
using Completion = std::function<Result<>(const std::string& place)>;
/// Makes the empty or absent data directory `root` of a backup. Blocking. kBackupBroken, kRestoreIntoData, kNoSpace,
/// kUnavailable or what `complete` fails with; a failure leaves nothing there. `complete` opens the store with a new
/// epoch.
Result<Backup> restoreBackup(const std::string& folder, const std::string& root, const Completion& complete);

}  // namespace ph
