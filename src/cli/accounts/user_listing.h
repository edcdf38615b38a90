#pragma once

#include "cli/output.h"
#include "domain/accounts/account.h"
#include "messages/language.h"

#include <vector>

namespace ph::cli {

/// `single`: the data is the one user instead of a list.
Listing userListing(const std::vector<User>& users, messages::Language language, bool single = false);

}  // namespace ph::cli
