#include "service/blobs/blob_service.h"

#include "domain/audit/audit_entry.h"
#include "ports/blob_store.h"

#include <fmt/format.h>

namespace ph {

BlobService::BlobService(Database& database, const Clock& clock) : m_database(database), m_clock(clock) {}

Async<> BlobService::uploaded(Principal who, std::string digest, Bytes size) {
    auto work = [who, digest, size, now = m_clock.now()](Transaction& tx) -> Result<> {
        const auto known = tx.uploads().holds(who.org, digest);
        if (!known) return known.error();
        if (const auto done = tx.uploads().remember(who.org, digest, now); !done) return done;
        const auto text = fmt::format(R"({{"size":{}}})", size.value);
        const std::string before = *known ? text : std::string();
        return tx.audit().append(auditEntry(who, who.org, "blob.put", digest, {before, text}, now));
    };
    auto pending = m_database.write(work);
    co_return co_await std::move(pending);
}

Async<> BlobService::find(Principal who, std::string digest) {
    auto work = [org = who.org, digest, now = m_clock.now()](Transaction& tx) -> Result<> {
        const auto found = tx.uploads().renew(org, digest, now);
        if (!found) return found.error();
        if (!*found) return Error(kBlobNotFound).with("digest", digest);
        return {};
    };
    auto pending = m_database.write(work);
    co_return co_await std::move(pending);
}

}  // namespace ph
