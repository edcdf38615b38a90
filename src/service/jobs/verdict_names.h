#pragma once

#include "domain/accounts/access.h"
#include "domain/jobs/verdict.h"
#include "ports/database.h"

namespace ph {

/// The verdict as `who` may read it: jobs in the way that they may see have their numbers and owners, of the others
/// only the amounts stay.
Async<Verdict> named(Database& database, Principal who, Verdict verdict);

}  // namespace ph
