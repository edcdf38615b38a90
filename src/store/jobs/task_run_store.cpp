#include "store/jobs/task_run_store.h"

#include "store/sql/json_row.h"
#include "store/sql/query.h"

#include <stdexcept>

namespace ph {

namespace {

constexpr std::string_view kSelect =
    "SELECT task_runs.id, jobs.id, jobs.org, task_runs.attempt, task_rank, task_runs.node, task_runs.node_name, "
    "task_runs.state, task_runs.reason, exit, task_runs.created_at, task_runs.started_at, task_runs.ended_at "
    "FROM task_runs JOIN jobs ON jobs.ord = task_runs.ord ";

/// Targets of kSelect.
struct TaskRunRow {
    std::string id, job, org, node, nodeName, state, reason, exit;
    std::int64_t attempt = 0, rank = 0, createdAt = 0, startedAt = 0, endedAt = 0;

    void into(Query& query) {
        query.into(id, job, org, attempt, rank, node, nodeName, state, reason, exit, createdAt, startedAt, endedAt);
    }
    TaskRun run() const {
        TaskRun r;
        r.id = idFromRow<TaskRunId>(id);
        r.job = idFromRow<JobId>(job);
        r.org = idFromRow<OrgId>(org);
        r.attempt = static_cast<int>(attempt);
        r.rank = static_cast<int>(rank);
        r.node = idFromRow<NodeId>(node);
        r.nodeName = nodeName;
        r.state = wordFromRow<TaskRunState>(state);
        r.reason = jsonFromRow<Reason>(reason);
        if (!exit.empty()) r.exit = jsonFromRow<TaskExit>(exit);
        r.createdAt = {createdAt};
        r.startedAt = {startedAt};
        r.endedAt = {endedAt};
        return r;
    }
};

std::string exitText(const std::optional<TaskExit>& exit) {
    return exit ? jsonForRow(*exit) : std::string();
}

}  // namespace

Result<> SqlTaskRunStore::insert(const TaskRun& r) {
    Query query(
        m_connection,
        "INSERT INTO task_runs (ord, id, attempt, task_rank, node, node_name, state, reason, exit, created_at, "
        "started_at, ended_at) SELECT jobs.ord, :id, :attempt, :task_rank, :node, :node_name, :state, :reason, :exit, "
        ":created_at, :started_at, :ended_at FROM jobs WHERE jobs.id = :job AND jobs.org = :org");
    query.bind(r.id, r.attempt, r.rank, r.node, r.nodeName, reflect::word(r.state), jsonForRow(r.reason),
               exitText(r.exit), r.createdAt, r.startedAt, r.endedAt, r.job, r.org);
    if (query.run() == 0) return Error(kJobNotFound).with("job", r.job.str());
    return {};
}

Result<> SqlTaskRunStore::update(const TaskRun& r) {
    std::string before;
    Query stored(m_connection, "SELECT state FROM task_runs WHERE id = :id");
    stored.bind(r.id).into(before);
    if (!stored.next()) throw std::logic_error("task run " + r.id.str() + " was never stored");
    const auto from = wordFromRow<TaskRunState>(before);
    if (from != r.state && !mayBecome(from, r.state))
        throw std::logic_error("task run " + r.id.str() + " may not go from " + before + " to " +
                               reflect::word(r.state));

    Query query(
        m_connection,
        "UPDATE task_runs SET node = :node, node_name = :node_name, state = :state, reason = :reason, exit = :exit, "
        "started_at = :started_at, ended_at = :ended_at WHERE id = :id");
    query.bind(r.node, r.nodeName, reflect::word(r.state), jsonForRow(r.reason), exitText(r.exit), r.startedAt,
               r.endedAt, r.id);
    query.run();
    return {};
}

Result<std::optional<TaskRun>> SqlTaskRunStore::find(TaskRunId id) {
    Query query(m_connection, std::string(kSelect) + "WHERE task_runs.id = :id");
    TaskRunRow row;
    query.bind(id);
    row.into(query);
    if (!query.next()) return std::optional<TaskRun>();
    return std::optional(row.run());
}

Result<std::vector<TaskRun>> SqlTaskRunStore::ofJob(JobId job) {
    Query query(m_connection, std::string(kSelect) + "WHERE jobs.id = :job ORDER BY task_runs.attempt, task_rank");
    TaskRunRow row;
    query.bind(job);
    row.into(query);
    std::vector<TaskRun> runs;
    while (query.next()) runs.push_back(row.run());
    return runs;
}

Result<> SqlTaskRunStore::openAllocation(const Allocation& a) {
    Query query(
        m_connection,
        "INSERT INTO allocations (task_run, job, org, owner, node, cpu, memory, scratch, accelerators, held_from, "
        "held_to, "
        "reason) VALUES (:task_run, :job, :org, :owner, :node, :cpu, :memory, :scratch, :accelerators, :held_from, 0, "
        ":reason)");
    query.bind(a.taskRun, a.job, a.org, a.owner, a.node, a.cpu.value, a.memory.value, a.scratch.value,
               jsonForRow(a.accelerators), a.from, reflect::word(ReasonCode::None));
    query.run();
    return {};
}

Result<> SqlTaskRunStore::closeAllocation(TaskRunId id, Timestamp at, ReasonCode reason) {
    // A clock that was set back must not make an interval negative; a closed one stays as it is.
    Query query(
        m_connection,
        "UPDATE allocations SET held_to = CASE WHEN held_from > :at THEN held_from ELSE :until END, reason = :reason "
        "WHERE task_run = :task_run AND held_to = 0");
    query.bind(at, at, reflect::word(reason), id).run();
    return {};
}

Result<std::vector<Allocation>> SqlTaskRunStore::openAllocations() {
    Query query(m_connection,
                "SELECT task_run, job, org, owner, node, cpu, memory, scratch, accelerators, held_from, reason FROM "
                "allocations "
                "WHERE held_to = 0 ORDER BY held_from, task_run");
    std::string taskRun, job, org, owner, node, accelerators, reason;
    std::int64_t cpu = 0, memory = 0, scratch = 0, from = 0;
    query.into(taskRun, job, org, owner, node, cpu, memory, scratch, accelerators, from, reason);
    std::vector<Allocation> open;
    while (query.next())
        open.push_back({idFromRow<TaskRunId>(taskRun),
                        idFromRow<JobId>(job),
                        idFromRow<OrgId>(org),
                        idFromRow<UserId>(owner),
                        idFromRow<NodeId>(node),
                        {cpu},
                        {memory},
                        {scratch},
                        jsonFromRow<std::vector<std::string>>(accelerators),
                        {from},
                        {},
                        wordFromRow<ReasonCode>(reason)});
    return open;
}

Result<> SqlTaskRunStore::addArtifacts(const std::vector<Artifact>& artifacts) {
    for (const auto& a : artifacts) {
        // Collected twice (by a controller that died in between) is the same as once.
        Query query(m_connection,
                    "INSERT INTO artifacts (ord, attempt, path, digest, size, created_at) "
                    "SELECT jobs.ord, :attempt, :path, :digest, :size, :created_at FROM jobs WHERE jobs.id = :job "
                    "ON CONFLICT (ord, attempt, path) DO UPDATE SET digest = excluded.digest, size = excluded.size, "
                    "created_at = excluded.created_at");
        query.bind(a.attempt, a.path, a.digest, a.size, a.createdAt, a.job);
        if (query.run() == 0) return Error(kJobNotFound).with("job", a.job.str());
    }
    return {};
}

Result<std::vector<Artifact>> SqlTaskRunStore::artifacts(JobId job) {
    Query query(
        m_connection,
        "SELECT artifacts.attempt, path, digest, size, created_at FROM jobs JOIN artifacts ON artifacts.ord = jobs.ord "
        "WHERE jobs.id = :job ORDER BY artifacts.attempt, path");
    std::int64_t attempt = 0, size = 0, createdAt = 0;
    std::string path, digest;
    query.bind(job).into(attempt, path, digest, size, createdAt);
    std::vector<Artifact> artifacts;
    while (query.next()) artifacts.push_back({job, static_cast<int>(attempt), path, digest, size, {createdAt}});
    return artifacts;
}

Result<std::vector<std::string>> SqlTaskRunStore::namedDigests() {
    Query query(m_connection, "SELECT digest FROM job_files UNION SELECT digest FROM artifacts ORDER BY digest");
    std::string digest;
    query.into(digest);
    std::vector<std::string> digests;
    while (query.next()) digests.push_back(digest);
    return digests;
}

}  // namespace ph
