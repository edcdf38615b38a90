#include "service/queues/queue_service.h"

#include "domain/audit/audit_entry.h"
#include "reflect/codec.h"

#include <boost/json/serialize.hpp>

namespace ph {

namespace {

std::string jsonOf(const QueueSettings& settings) {
    return boost::json::serialize(reflect::encode(settings));
}

bool maySee(const Principal& who, OrgId org) {
    return maySetQueues(who) || who.org == org;
}

const QueueAmounts kNothing{MilliCpu{}, Bytes{}, 0};

std::map<OrgId, QueueAmounts> heldBy(const std::vector<Allocation>& allocations) {
    std::map<OrgId, QueueAmounts> held;
    for (const auto& allocation : allocations) {
        auto& sum = held.try_emplace(allocation.org, kNothing).first->second;
        *sum.cpu += allocation.cpu;
        *sum.memory += allocation.memory;
        *sum.accelerators += static_cast<std::int64_t>(allocation.accelerators.size());
    }
    return held;
}

Result<std::vector<Queue>> queuesFor(Transaction& tx, const Principal& who) {
    const auto organisations = tx.accounts().organisations();
    if (!organisations) return organisations.error();
    const auto settings = tx.accounts().queues().all();
    if (!settings) return settings.error();
    const auto allocations = tx.taskRuns().openAllocations();
    if (!allocations) return allocations.error();
    const auto held = heldBy(*allocations);
    std::vector<Queue> queues;
    for (const auto& organisation : *organisations) {
        if (!maySee(who, organisation.id)) continue;
        Queue queue{organisation.id, organisation.name, {}, kNothing, {}};
        if (const auto set = settings->find(queue.org); set != settings->end()) queue.settings = set->second;
        if (const auto some = held.find(queue.org); some != held.end()) queue.held = some->second;
        queues.push_back(std::move(queue));
    }
    return queues;
}

Result<Queue> queueOf(Transaction& tx, const Principal& who, OrgId org) {
    auto queues = queuesFor(tx, who);
    if (!queues) return queues.error();
    for (auto& queue : *queues)
        if (queue.org == org) return std::move(queue);
    return Error(kQueueNotFound);
}

}  // namespace

QueueService::QueueService(Database& database, NodeView& view, JobControl& scheduler, const Clock& clock)
    : m_database(database), m_view(view), m_scheduler(scheduler), m_clock(clock) {}

QueueAmounts QueueService::site() const {
    QueueAmounts sum = kNothing;
    for (const auto& node : m_view.nodes()) {
        *sum.cpu += node.capacity.cpu;
        *sum.memory += node.capacity.memory;
        *sum.accelerators += static_cast<std::int64_t>(node.capacity.accelerators.size());
    }
    return sum;
}

Async<std::vector<Queue>> QueueService::list(Principal who) {
    auto work = [who](Transaction& tx) { return queuesFor(tx, who); };
    auto pending = readFor(m_database, work);
    auto queues = co_await std::move(pending);
    if (!queues) co_return queues.error();
    for (auto& queue : *queues) queue.beyondSite = beyondSite(queue.settings, site());
    co_return queues;
}

Async<Queue> QueueService::set(Principal who, OrgId org, QueueSettings settings) {
    auto work = [who, org, settings, now = m_clock.now()](Transaction& tx) -> Result<Queue> {
        auto queue = queueOf(tx, who, org);
        if (!queue) return queue.error();
        if (!maySetQueues(who)) return Error(kNotAllowed, "only super administrators set queues");
        if (auto faults = validateQueueSettings(settings); !faults.empty())
            return Error(kInvalid).withFaults(std::move(faults));
        const AuditChange change{jsonOf(queue->settings), jsonOf(settings)};
        if (const auto done = tx.accounts().queues().put(org, settings); !done) return done.error();
        if (const auto done = tx.audit().append(auditEntry(who, org, "queue.set", org.view(), change, now)); !done)
            return done.error();
        queue->settings = settings;
        return queue;
    };
    auto pending = writeFor(m_database, std::move(work));
    auto queue = co_await std::move(pending);
    if (!queue) co_return queue.error();
    m_scheduler.wake();
    queue->beyondSite = beyondSite(queue->settings, site());
    co_return queue;
}

}  // namespace ph
