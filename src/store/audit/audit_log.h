#pragma once

#include "ports/event_log.h"
#include "store/sql/sql_connection.h"
#include "store/writer_state.h"

namespace ph {

class SqlAuditLog final : public AuditLog {
public:
    SqlAuditLog(SqlConnection& connection, WriterState* writer) : m_connection(connection), m_writer(writer) {}
    Result<> append(AuditRecord record) override;
    Result<std::vector<AuditRecord>> read(const OrgScope& scope, std::int64_t before, int most) override;
    Result<AuditVerification> verify(std::int64_t anchorNumber, const std::string& anchorHash) override;

private:
    SqlConnection& m_connection;
    WriterState* m_writer;
};

}  // namespace ph
