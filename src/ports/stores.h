#pragma once

// Every store of the controller; each is used inside a Transaction (ports/database.h), on an SQL thread.
#include "ports/account_stores.h"
#include "ports/event_log.h"
#include "ports/job_stores.h"
#include "ports/node_store.h"
