#include "service/upkeep/upkeep_service.h"

#include <fmt/format.h>

#include <chrono>

namespace ph {

namespace {

constexpr std::chrono::hours kDay{24};

/// What went by itself, of the whole site.
Result<> note(Transaction& tx, std::string_view action, int count, Timestamp now) {
    if (count == 0) return {};
    AuditRecord record;
    record.at = now;
    record.actor = "system";
    record.action = action;
    record.object = "upkeep";
    record.before = fmt::format(R"({{"count":{}}})", count);
    return tx.audit().append(std::move(record));
}

Result<int> forgetOld(Transaction& tx, Timestamp now) {
    if (const auto done = tx.idempotency().forgetBefore(now + -std::chrono::microseconds(kDay)); !done)
        return done.error();
    if (const auto done = tx.uploads().forgetBefore(now + -std::chrono::microseconds(kDay)); !done) return done.error();
    if (const auto done = tx.events().trim(now); !done) return done.error();
    const auto expired = tx.sessions().removeExpired(now);
    if (!expired) return expired;
    if (const auto done = note(tx, "session.expire", *expired, now); !done) return done.error();
    return expired;
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
    if (*removed > 0) {
        auto record = [count = *removed, now = m_clock.now()](Transaction& tx) {
            return note(tx, "blob.remove", count, now);
        };
        auto recording = m_database.write(record);
        const auto recorded = co_await std::move(recording);
        if (!recorded) co_return recorded.error();
    }
    co_return Upkeep{*sessions, *removed};
}

}  // namespace ph
