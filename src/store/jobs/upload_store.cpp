#include "store/jobs/upload_store.h"

#include "store/sql/query.h"

namespace ph {

Result<> SqlUploadStore::remember(OrgId org, const std::string& digest, Timestamp at) {
    Query query(m_connection,
                "INSERT INTO uploads (org, digest, at) VALUES (:org, :digest, :at) "
                "ON CONFLICT (org, digest) DO UPDATE SET at = excluded.at");
    query.bind(org, digest, at).run();
    return {};
}

Result<bool> SqlUploadStore::renew(OrgId org, const std::string& digest, Timestamp at) {
    Query query(m_connection, "UPDATE uploads SET at = :at WHERE org = :org AND digest = :digest");
    return query.bind(at, org, digest).run() > 0;
}

Result<bool> SqlUploadStore::holds(OrgId org, const std::string& digest) {
    Query query(m_connection, "SELECT at FROM uploads WHERE org = :org AND digest = :digest");
    std::int64_t at = 0;
    return query.bind(org, digest).into(at).next();
}

Result<> SqlUploadStore::forgetBefore(Timestamp time) {
    Query query(m_connection,
                "DELETE FROM uploads WHERE at < :time AND (org, digest) NOT IN "
                "(SELECT jobs.org, job_files.digest FROM job_files JOIN jobs ON jobs.ord = job_files.ord)");
    query.bind(time).run();
    return {};
}

}  // namespace ph
