#pragma once

#include "api/audit.h"
#include "client/call.h"

#include <string>

namespace ph::client {

class Connection;

/// The audit log, for super administrators.
class AuditClient {
public:
    explicit AuditClient(Connection& connection) : m_connection(connection) {}

    Call<api::AuditPage> list(const std::string& cursor = {}, int limit = 0);
    /// `anchorNumber` 0: no anchor.
    Call<AuditVerification> verify(std::int64_t anchorNumber = 0, const std::string& anchorHash = {});

private:
    Connection& m_connection;
};

}  // namespace ph::client
