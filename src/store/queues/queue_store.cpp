#include "store/queues/queue_store.h"

#include "store/sql/json_row.h"
#include "store/sql/query.h"

namespace ph {

Result<std::map<OrgId, QueueSettings>> SqlQueueStore::all() {
    Query query(m_connection, "SELECT org, settings FROM queue_settings");
    std::string org, settings;
    query.into(org, settings);
    std::map<OrgId, QueueSettings> all;
    while (query.next()) all.emplace(idFromRow<OrgId>(org), jsonFromRow<QueueSettings>(settings));
    return all;
}

Result<> SqlQueueStore::put(OrgId org, const QueueSettings& settings) {
    const auto last = revision();
    if (!last) return last.error();
    Query query(m_connection,
                "INSERT INTO queue_settings (org, settings, standard, revision) "
                "VALUES (:org, :settings, :standard, :revision) ON CONFLICT (org) DO UPDATE SET "
                "settings = excluded.settings, standard = excluded.standard, revision = excluded.revision");
    query.bind(org, jsonForRow(settings), settings == QueueSettings(), *last + 1).run();
    return {};
}

Result<std::int64_t> SqlQueueStore::revision() {
    std::int64_t revision = 0;
    Query query(m_connection, "SELECT coalesce(max(revision), 0) FROM queue_settings");
    query.into(revision).next();
    return revision;
}

}  // namespace ph
