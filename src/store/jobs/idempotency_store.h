#pragma once

#include "base/clock.h"
#include "ports/job_stores.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlIdempotencyStore final : public IdempotencyStore {
public:
    SqlIdempotencyStore(SqlConnection& connection, const Clock& clock) : m_connection(connection), m_clock(clock) {}
    Result<std::optional<IdempotentAnswer>> find(UserId user, const std::string& key) override;
    Result<> remember(UserId user, const std::string& key, const IdempotentAnswer& answer, Timestamp at) override;
    Result<> forgetBefore(Timestamp time) override;

private:
    SqlConnection& m_connection;
    const Clock& m_clock;
};

}  // namespace ph
