#pragma once

#include "store/migrations/migrations.h"

namespace ph {

extern const Migration kAccountTables;
extern const Migration kJobTables;
extern const Migration kTaskRunTables;
extern const Migration kEventTables;
extern const Migration kNodeTables;
extern const Migration kJobOrigins;
extern const Migration kUploads;
extern const Migration kQueues;

}  // namespace ph
