#include "service/upkeep/store_health.h"

namespace ph {

namespace {

constexpr std::chrono::seconds kFresh{1};
constexpr int kMostWaiting = 4;

Async<> tryOut(Database& database, const BlobStore& blobs) {
    // Asked on an SQL thread, as by a submission: a disk may be slow to answer.
    auto nothing = [&blobs](Transaction&) { return blobs.checkSpace(); };
    auto writing = database.write(nothing);
    const Result<> written = co_await std::move(writing);
    if (!written) co_return written;
    auto look = [](Transaction& tx) -> Result<> {
        const auto found = tx.sessions().findByHash({});
        if (!found) return found.error();
        return {};
    };
    auto reading = database.read(look);
    co_return co_await std::move(reading);
}

}  // namespace

Async<> StoreHealth::check() {
    if (m_checked && m_clock.monotonic() - m_checkedAt < kFresh) co_return m_outcome;
    if (m_waiting >= kMostWaiting) co_return Error(kDeadline, "earlier checks have had no answer");
    ++m_waiting;
    auto trying = tryOut(m_database, m_blobs);
    const Result<> outcome = co_await std::move(trying);
    --m_waiting;
    m_checked = true;
    m_checkedAt = m_clock.monotonic();
    m_outcome = outcome;
    co_return outcome;
}

}  // namespace ph
