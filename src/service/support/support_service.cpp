#include "service/support/support_service.h"

#include "reflect/codec.h"
#include "reflect/json_text.h"

namespace ph {

namespace {

constexpr int kMostAuditTraces = 500;

Result<std::vector<AuditTrace>> auditTraces(Transaction& tx) {
    const auto records = tx.audit().read(OrgScope::everything(), 0, kMostAuditTraces);
    if (!records) return records.error();
    std::vector<AuditTrace> traces;
    for (const auto& record : *records) traces.push_back({record.number, record.at, record.action});
    return traces;
}

/// Or why there is none: a store that fails is when a bundle is wanted.
template <class T>
SupportPart partOf(std::string name, const Result<T>& value) {
    if (!value) return {name + ".txt", std::string(value.error().id.name)};
    return {name + ".json", reflect::prettyJson(reflect::encode(*value))};
}

}  // namespace

SupportService::SupportService(Database& database, StoreCounts& counts, const NodeView& view,
                               const SupportSource& source, std::string version, const Clock& clock)
    : m_database(database),
      m_counts(counts),
      m_view(view),
      m_source(source),
      m_version(std::move(version)),
      m_clock(clock) {}

Async<SupportBundle> SupportService::make(Principal who) {
    if (!mayMakeSupportBundle(who)) co_return Error(kNotAllowed);
    SupportBundle bundle{m_clock.now(), m_version, m_source.parts()};
    bundle.parts.push_back({"nodes.json", reflect::prettyJson(reflect::encode(m_view.nodes()))});
    auto counting = m_counts.facts();
    const auto facts = co_await std::move(counting);
    bundle.parts.push_back(partOf("store", facts));
    auto reading = readFor(m_database, &auditTraces);
    const auto traces = co_await std::move(reading);
    bundle.parts.push_back(partOf("audit", traces));
    co_return bundle;
}

}  // namespace ph
