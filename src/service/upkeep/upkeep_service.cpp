#include "service/upkeep/upkeep_service.h"

#include <chrono>

namespace ph {

namespace {

constexpr std::chrono::hours kDay{24};

Result<int> forgetOld(Transaction& tx, Timestamp now) {
    if (const auto done = tx.idempotency().forgetBefore(now + -std::chrono::microseconds(kDay)); !done)
        return done.error();
    if (const auto done = tx.events().trim(now); !done) return done.error();
    return tx.sessions().removeExpired(now);
}

Result<int> removeUnnamedBlobs(Transaction& tx, BlobStore& blobs) {
    const auto named = tx.taskRuns().namedDigests();
    if (!named) return named.error();
    return blobs.removeUnnamed(*named, std::chrono::seconds(kDay).count());
}

}  // namespace

UpkeepService::UpkeepService(Database& database, BlobStore& blobs, const Clock& clock)
    : m_database(database), m_blobs(blobs), m_clock(clock) {}

Async<Upkeep> UpkeepService::run() {
    auto forget = [now = m_clock.now()](Transaction& tx) { return forgetOld(tx, now); };
    auto forgetting = writeFor(m_database, forget);
    const auto sessions = co_await std::move(forgetting);
    if (!sessions) co_return sessions.error();
    // Deleting files takes its time, so it is done on a reader's thread.
    auto remove = [&blobs = m_blobs](Transaction& tx) { return removeUnnamedBlobs(tx, blobs); };
    auto removing = readFor(m_database, remove);
    const auto removed = co_await std::move(removing);
    if (!removed) co_return removed.error();
    co_return Upkeep{*sessions, *removed};
}

}  // namespace ph
