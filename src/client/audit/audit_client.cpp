#include "client/audit/audit_client.h"

#include "client/decode.h"

namespace ph::client {

Call<api::AuditPage> AuditClient::list(const std::string& cursor, int limit) {
    return makeCall<api::AuditPage>(
        m_connection,
        {.route = "audit.list", .query = {{"cursor", cursor}, {"limit", limit == 0 ? "" : std::to_string(limit)}}});
}

Call<AuditVerification> AuditClient::verify(std::int64_t anchorNumber, const std::string& anchorHash) {
    // Walking a long chain takes its time.
    return makeCall<AuditVerification>(
        m_connection,
        {.route = "audit.verify",
         .query = {{"number", anchorNumber == 0 ? "" : std::to_string(anchorNumber)}, {"hash", anchorHash}},
         .deadline = std::chrono::minutes(5)});
}

}  // namespace ph::client
