#pragma once

#include "domain/accounts/access.h"
#include "domain/queues/queue.h"
#include "ports/database.h"
#include "ports/job_control.h"
#include "ports/node_view.h"

namespace ph {

/// What organisations may have of the site: super administrators see and set every queue, others see their own.
class QueueService {
public:
    QueueService(Database& database, NodeView& view, JobControl& scheduler, const Clock& clock);

    /// By the organisations' names.
    Async<std::vector<Queue>> list(Principal who);
    /// More than the site has is taken, as nodes may come; the answer says so. Audited, and followed at once.
    Async<Queue> set(Principal who, OrgId org, QueueSettings settings);

private:
    QueueAmounts site() const;

    Database& m_database;
    NodeView& m_view;
    JobControl& m_scheduler;
    const Clock& m_clock;
};

}  // namespace ph
