#pragma once

#include "base/clock.h"
#include "ports/blob_store.h"
#include "ports/database.h"

namespace ph {

/// What was cleared away by one round.
struct Upkeep {
    int sessions = 0;
    int blobs = 0;
};

/// Forgets what has had its time: expired sessions, idempotency keys after 24 h, old events, and blobs that no job
/// names 24 h after their upload. Called by the controller now and then. Logic thread.
class UpkeepService {
public:
    UpkeepService(Database& database, BlobStore& blobs, const Clock& clock);
    Async<Upkeep> run();

private:
    Database& m_database;
    BlobStore& m_blobs;
    const Clock& m_clock;
};

}  // namespace ph
