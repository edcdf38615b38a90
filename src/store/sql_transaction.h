#pragma once

#include "ports/database.h"
#include "store/accounts/account_store.h"
#include "store/accounts/secret_store.h"
#include "store/accounts/session_store.h"
#include "store/audit/audit_log.h"
#include "store/events/event_log.h"
#include "store/jobs/idempotency_store.h"
#include "store/jobs/job_store.h"
#include "store/jobs/task_run_store.h"
#include "store/jobs/upload_store.h"
#include "store/nodes/node_store.h"

namespace ph {

/// The stores over one connection. `writer` is null on readers, where appending an event or a record is a bug that
/// throws.
class SqlTransaction final : public Transaction {
public:
    SqlTransaction(SqlConnection& connection, WriterState* writer, const SecretKey& key, const Clock& clock)
        : m_connection(connection),
          m_accounts(connection),
          m_sessions(connection),
          m_events(connection, writer),
          m_jobs(connection, m_events, clock),
          m_taskRuns(connection),
          m_nodes(connection),
          m_secrets(connection, key),
          m_audit(connection, writer),
          m_idempotency(connection, clock),
          m_uploads(connection) {}

    AccountStore& accounts() override { return m_accounts; }
    SessionStore& sessions() override { return m_sessions; }
    JobStore& jobs() override { return m_jobs; }
    TaskRunStore& taskRuns() override { return m_taskRuns; }
    NodeStore& nodes() override { return m_nodes; }
    SecretStore& secrets() override { return m_secrets; }
    EventLog& events() override { return m_events; }
    AuditLog& audit() override { return m_audit; }
    IdempotencyStore& idempotency() override { return m_idempotency; }
    UploadStore& uploads() override { return m_uploads; }
    SqlConnection& connection() { return m_connection; }

private:
    SqlConnection& m_connection;
    SqlAccountStore m_accounts;
    SqlSessionStore m_sessions;
    SqlEventLog m_events;
    SqlJobStore m_jobs;
    SqlTaskRunStore m_taskRuns;
    SqlNodeStore m_nodes;
    SqlSecretStore m_secrets;
    SqlAuditLog m_audit;
    SqlIdempotencyStore m_idempotency;
    SqlUploadStore m_uploads;
};

}  // namespace ph
