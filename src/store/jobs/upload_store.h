#pragma once

#include "ports/job_stores.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlUploadStore final : public UploadStore {
public:
    explicit SqlUploadStore(SqlConnection& connection) : m_connection(connection) {}
    Result<> remember(OrgId org, const std::string& digest, Timestamp at) override;
    Result<bool> renew(OrgId org, const std::string& digest, Timestamp at) override;
    Result<bool> holds(OrgId org, const std::string& digest) override;
    Result<> forgetBefore(Timestamp time) override;

private:
    SqlConnection& m_connection;
};

}  // namespace ph
