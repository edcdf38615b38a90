#include "store/jobs/idempotency_store.h"

#include "store/sql/query.h"

namespace ph {

Result<std::optional<IdempotentAnswer>> SqlIdempotencyStore::find(UserId user, const std::string& key) {
    Query query(
        m_connection,
        "SELECT body_hash, answer FROM idempotency WHERE owner = :owner AND request = :request AND at >= :oldest");
    IdempotentAnswer answer;
    query.bind(user, key, m_clock.now() + -std::chrono::microseconds(std::chrono::hours(24)))
        .into(answer.bodyHash, answer.answer);
    if (!query.next()) return std::optional<IdempotentAnswer>();
    return std::optional(std::move(answer));
}

Result<> SqlIdempotencyStore::remember(UserId user, const std::string& key, const IdempotentAnswer& answer,
                                       Timestamp at) {
    Query query(m_connection,
                "INSERT INTO idempotency (owner, request, body_hash, answer, at) VALUES (:owner, :request, :body_hash, "
                ":answer, :at) "
                "ON CONFLICT (owner, request) DO UPDATE SET body_hash = excluded.body_hash, answer = excluded.answer, "
                "at = excluded.at");
    query.bind(user, key, answer.bodyHash, answer.answer, at).run();
    return {};
}

Result<> SqlIdempotencyStore::forgetBefore(Timestamp time) {
    Query query(m_connection, "DELETE FROM idempotency WHERE at < :time");
    query.bind(time).run();
    return {};
}

}  // namespace ph
