#pragma once

#include "app/controller/options.h"
#include "base/error.h"

namespace ph::controller {

/// What is done to a data directory while no controller runs on it. Passwords are the first line of standard input.

/// Makes the default organisation and the first administrator; kAdministratorExists.
Result<> makeFirstAdministrator(const Options& options);
/// A new password for a super administrator who lost theirs; kUserNotFound.
Result<> recoverAdministrator(const Options& options);
/// Makes the data directory from a backup, with a new epoch: clients that followed the old one begin anew.
Result<> restore(const Options& options);
/// Takes the store back to an older schema, after a backup; kNotBackedUp where the backup is somebody else's work.
Result<> downgradeStore(const Options& options);

/// The store is a database of its own, and nobody said that it is backed up.
inline constexpr ErrorId kNotBackedUp{"not-backed-up", ErrorKind::Conflict};

}  // namespace ph::controller
