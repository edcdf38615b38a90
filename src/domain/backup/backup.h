#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/units.h"

#include <boost/describe/class.hpp>

#include <cstdint>
#include <string>

namespace ph {

/// A copy of a data directory as it was at one moment; also what its manifest says.
struct Backup {
    std::string folder;      ///< on the server, as it was when it was made
    Timestamp at;
    std::string version;     ///< of the program that wrote it
    int schema = 0;
    std::int64_t epoch = 0;  ///< the store's position at that moment
    std::int64_t seq = 0;
    std::int64_t jobs = 0;
    std::int64_t files = 0;  ///< beside the store
    Bytes size;              ///< of the store
    std::string digest;      ///< of the store, "sha256:..."
};
BOOST_DESCRIBE_STRUCT(Backup, (), (folder, at, version, schema, epoch, seq, jobs, files, size, digest))

inline constexpr ErrorId kBackupUnderWay{"backup-under-way", ErrorKind::Conflict};
/// The store is a database of its own, which has its own backups.
inline constexpr ErrorId kBackupElsewhere{"backup-elsewhere", ErrorKind::Conflict};
/// The folder is no whole backup: "path", "detail".
inline constexpr ErrorId kBackupBroken{"backup-broken", ErrorKind::Invalid};
/// A restore goes into an empty folder only: "path".
inline constexpr ErrorId kRestoreIntoData{"restore-into-data", ErrorKind::Conflict};

}  // namespace ph
