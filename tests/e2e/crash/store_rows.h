#pragma once

#include "e2e/site.h"

#include <string>
#include <vector>

namespace ph::test::crash {

/// What a query yields, asked of the site's store itself, file or database: some of what is promised has no route.
/// Columns must hold no "|".
std::vector<std::vector<std::string>> storeRows(const Site& site, const std::string& sql);

}  // namespace ph::test::crash
