#pragma once

#include "ports/job_stores.h"
#include "store/sql/sql_connection.h"

namespace ph {

class SqlTaskRunStore final : public TaskRunStore {
public:
    explicit SqlTaskRunStore(SqlConnection& connection) : m_connection(connection) {}
    Result<> insert(const TaskRun& run) override;
    Result<> update(const TaskRun& run) override;
    Result<std::optional<TaskRun>> find(TaskRunId id) override;
    Result<std::vector<TaskRun>> ofJob(JobId job) override;
    Result<> openAllocation(const Allocation& allocation) override;
    Result<> closeAllocation(TaskRunId id, Timestamp at, ReasonCode reason) override;
    Result<std::vector<Allocation>> openAllocations() override;
    Result<> addArtifacts(const std::vector<Artifact>& artifacts) override;
    Result<std::vector<Artifact>> artifacts(JobId job) override;
    Result<std::vector<std::string>> namedDigests() override;

private:
    SqlConnection& m_connection;
};

}  // namespace ph
