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

}  // namespace ph::controller
