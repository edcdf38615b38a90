#include "store/audit/audit_log.h"

#include "store/audit/audit_chain.h"
#include "store/sql/query.h"
#include "store/sql/row_text.h"

#include <limits>
#include <stdexcept>

namespace ph {

namespace {

constexpr std::string_view kColumns = "number, at, org, actor, source, action, object, before_json, after_json, hash";

/// Targets of kColumns.
struct AuditRow {
    std::int64_t number = 0, at = 0;
    std::string org, actor, from, action, object, before, after, hash;

    void into(Query& query) { query.into(number, at, org, actor, from, action, object, before, after, hash); }
    AuditRecord record() const {
        return {number, {at}, optionalIdFromRow<OrgId>(org), actor, from, action, object, before, after, hash};
    }
};

}  // namespace

Result<> SqlAuditLog::append(AuditRecord record) {
    if (!m_writer) throw std::logic_error("an audit record is appended outside a write");
    record.number = m_writer->auditNumber + 1;
    record.hash = chainedHash(m_writer->auditHash, record);
    Query query(m_connection,
                "INSERT INTO audit (number, at, org, actor, source, action, object, before_json, after_json, hash) "
                "VALUES (:number, :at, :org, :actor, :source, :action, :object, :before_json, :after_json, :hash)");
    query.bind(record.number, record.at, record.org, record.actor, record.from, record.action, record.object,
               record.before, record.after, record.hash);
    query.run();
    m_writer->auditNumber = record.number;
    m_writer->auditHash = std::move(record.hash);
    return {};
}

Result<std::vector<AuditRecord>> SqlAuditLog::read(const OrgScope& scope, std::int64_t before, int most) {
    // Records name their actor by login name, which is unique on the site.
    Query query(m_connection, "SELECT " + std::string(kColumns) + " FROM audit WHERE number < :before" +
                                  scopeClause(scope, "org", "(SELECT id FROM users WHERE users.name = audit.actor)") +
                                  " ORDER BY number DESC LIMIT :most");
    query.bind(before > 0 ? before : std::numeric_limits<std::int64_t>::max());
    bindScope(query, scope);
    query.bind(most);
    AuditRow row;
    row.into(query);
    std::vector<AuditRecord> records;
    while (query.next()) records.push_back(row.record());
    return records;
}

Result<AuditVerification> SqlAuditLog::verify(std::int64_t anchorNumber, const std::string& anchorHash) {
    Query query(m_connection, "SELECT " + std::string(kColumns) + " FROM audit ORDER BY number");
    AuditRow row;
    row.into(query);
    AuditVerification outcome;
    bool anchored = anchorNumber == 0;
    while (query.next()) {
        ++outcome.records;
        const auto record = row.record();
        const bool follows = record.number == outcome.records && record.hash == chainedHash(outcome.head, record);
        const bool matches = record.number != anchorNumber || record.hash == anchorHash;
        if ((!follows || !matches) && !outcome.brokenAt) outcome.brokenAt = outcome.records;
        anchored = anchored || record.number == anchorNumber;
        outcome.head = record.hash;
    }
    // A chain cut off before the anchor is whole in itself; only the anchor shows it.
    if (!anchored && !outcome.brokenAt) outcome.brokenAt = outcome.records + 1;
    return outcome;
}

}  // namespace ph
