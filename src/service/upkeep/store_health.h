#pragma once

#include "base/clock.h"
#include "ports/blob_store.h"
#include "ports/database.h"

namespace ph {

/// Whether the store takes changes and answers reads now, and there is room for more. Logic thread.
class StoreHealth {
public:
    StoreHealth(Database& database, const BlobStore& blobs, const Clock& clock)
        : m_database(database), m_blobs(blobs), m_clock(clock) {}

    /// What a change and a read that do nothing fail with, or kNoSpace while new work is refused for it. An answer is
    /// good for a second; kDeadline at once if several earlier checks still wait for theirs. May wait as long as the
    /// store does.
    Async<> check();

private:
    Database& m_database;
    const BlobStore& m_blobs;
    const Clock& m_clock;
    int m_waiting = 0;
    bool m_checked = false;
    std::chrono::microseconds m_checkedAt{};
    Result<> m_outcome;
};

}  // namespace ph
