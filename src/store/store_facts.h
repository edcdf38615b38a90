#pragma once

#include "base/error.h"
#include "domain/support/support.h"
#include "store/sql/sql_connection.h"

namespace ph {

/// Counts every table; a walk through the whole store.
Result<StoreFacts> storeFacts(SqlConnection& connection);

}  // namespace ph
