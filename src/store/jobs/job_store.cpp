#include "store/jobs/job_store.h"

#include "store/jobs/job_list.h"
#include "store/jobs/job_row.h"
#include "store/sql/json_row.h"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

namespace ph {

namespace {

/// Whole jobs; `where` begins with "WHERE" and names the columns of `jobs`.
std::string selectJobs(const std::string& where) {
    return fmt::format("SELECT {}, {} FROM jobs JOIN job_specs ON job_specs.ord = jobs.ord {}", kSummaryColumns,
                       kJobColumns, where);
}

std::vector<Job> fetchJobs(Query& query) {
    JobRow row;
    row.jobInto(query);
    std::vector<Job> jobs;
    while (query.next()) jobs.push_back(row.job());
    return jobs;
}

}  // namespace

Result<std::int64_t> SqlJobStore::nextNumber(OrgId org) {
    std::int64_t number = 0;
    Query advance(m_connection,
                  "INSERT INTO job_numbers (org, last) VALUES (:org, 1) "
                  "ON CONFLICT (org) DO UPDATE SET last = job_numbers.last + 1 RETURNING last");
    advance.bind(org).into(number).next();
    return number;
}

Result<> SqlJobStore::insert(Job& job) {
    auto& s = job.summary;
    s.seq = m_events.nextSeq();
    Query query(
        m_connection,
        "INSERT INTO jobs (ord, id, org, owner, owner_name, number, name, state, outcome, reason, resources, "
        "time_limit, priority, "
        "attempt, node, node_name, array_of, array_index, queued_at, started_at, ended_at, seq, task_run, "
        "transient_retries, permanent_retries, not_before) VALUES (:ord, :id, :org, :owner, :owner_name, :number, "
        ":name, "
        ":state, :outcome, :reason, :resources, :time_limit, :priority, :attempt, :node, :node_name, :array_of, "
        ":array_index, "
        ":queued_at, :started_at, :ended_at, :seq, :task_run, :transient_retries, :permanent_retries, :not_before)");
    query.bind(s.seq, s.id, s.org, s.owner, s.ownerName, s.number, s.name, reflect::word(s.state), outcomeOf(s.state),
               jsonForRow(s.reason), jsonForRow(s.resources), s.timeLimit.value, s.priority, s.attempt, s.node,
               s.nodeName, s.arrayOf, s.arrayIndex, s.queuedAt, s.startedAt, s.endedAt, s.seq, job.taskRun,
               job.transientRetries, job.permanentRetries, job.notBefore);
    query.run();
    writeSpec(s.seq, job.spec);
    const auto now = m_clock.now();
    writeHistory(s.seq, s, now);
    return writeEvent(s, EventKind::JobChanged, now);
}

void SqlJobStore::writeSpec(std::int64_t order, const JobSpec& spec) {
    Query query(m_connection, "INSERT INTO job_specs (ord, spec) VALUES (:ord, :spec)");
    query.bind(order, jsonForRow(spec)).run();
    std::set<std::string> digests;
    for (const auto& file : spec.files) digests.insert(file.digest);
    for (const auto& digest : digests) {
        Query file(m_connection, "INSERT INTO job_files (ord, digest) VALUES (:ord, :digest)");
        file.bind(order, digest).run();
    }
}

void SqlJobStore::writeHistory(std::int64_t order, const JobSummary& s, Timestamp at) {
    Query query(m_connection,
                "INSERT INTO job_history (ord, seq, at, state, reason, attempt) "
                "VALUES (:ord, :seq, :at, :state, :reason, :attempt)");
    query.bind(order, s.seq, at, reflect::word(s.state), jsonForRow(s.reason), s.attempt).run();
}

Result<> SqlJobStore::writeEvent(const JobSummary& s, EventKind kind, Timestamp at) {
    const auto payload = kind == EventKind::JobRemoved ? std::string("{}") : jsonForRow(s);
    const auto seq = m_events.append({0, at, s.org, s.owner, kind, s.id.str(), payload});
    if (!seq) return seq.error();
    return {};
}

Result<> SqlJobStore::update(Job& job) {
    auto& s = job.summary;
    // 1. What is stored must be what the caller read, and the step one of the table.
    std::string state, reason;
    std::int64_t order = 0, attempt = 0, seq = 0;
    Query stored(m_connection, "SELECT ord, state, reason, attempt, seq FROM jobs WHERE id = :id AND org = :org");
    stored.bind(s.id, s.org).into(order, state, reason, attempt, seq);
    if (!stored.next()) return Error(kJobNotFound).with("job", s.id.str());
    if (seq != s.seq) return Error(kVersionConflict).with("job", s.id.str());
    const auto from = wordFromRow<JobState>(state);
    if (from != s.state && !mayBecome(from, s.state))
        throw std::logic_error(
            fmt::format("job {} may not go from {} to {}", s.id.view(), state, reflect::word(s.state)));

    // 2. The row.
    const auto now = m_clock.now();
    const auto reasonNow = jsonForRow(s.reason);
    const bool transition = from != s.state || reason != reasonNow || attempt != s.attempt;
    s.seq = m_events.nextSeq();
    Query query(
        m_connection,
        "UPDATE jobs SET name = :name, state = :state, outcome = :outcome, reason = :reason, priority = :priority, "
        "attempt = :attempt, "
        "node = :node, node_name = :node_name, queued_at = :queued_at, started_at = :started_at, ended_at = :ended_at, "
        "seq = :seq, task_run = :task_run, transient_retries = :transient_retries, "
        "permanent_retries = :permanent_retries, not_before = :not_before WHERE ord = :ord");
    query.bind(s.name, reflect::word(s.state), outcomeOf(s.state), reasonNow, s.priority, s.attempt, s.node, s.nodeName,
               s.queuedAt, s.startedAt, s.endedAt, s.seq, job.taskRun, job.transientRetries, job.permanentRetries,
               job.notBefore, order);
    query.run();

    // 3. What people and mirrors see of it.
    if (transition) writeHistory(order, s, now);
    return writeEvent(s, EventKind::JobChanged, now);
}

Result<std::optional<Job>> SqlJobStore::find(const OrgScope& scope, JobId id) {
    Query query(m_connection, selectJobs("WHERE jobs.id = :id" + scopeClause(scope, "jobs.org", "jobs.owner")));
    query.bind(id);
    bindScope(query, scope);
    auto jobs = fetchJobs(query);
    if (jobs.empty()) return std::optional<Job>();
    return std::optional(std::move(jobs.front()));
}

Result<std::vector<JobSummary>> SqlJobStore::list(const OrgScope& scope, const JobFilter& filter, std::int64_t before,
                                                  int most) {
    return listJobs(m_connection, scope, filter, before, most);
}

Result<std::vector<Job>> SqlJobStore::changedSince(std::int64_t after) {
    // The event that last changed a job names it; without the events all jobs are looked through.
    std::int64_t trimmed = 0;
    Query kept(m_connection, "SELECT trimmed FROM controller_state");
    kept.into(trimmed).next();
    Query query(m_connection, after >= trimmed
                                  ? selectJobs("JOIN events ON events.object = jobs.id AND events.seq = jobs.seq "
                                               "WHERE events.seq > :after ORDER BY events.seq")
                                  : selectJobs("WHERE jobs.seq > :after ORDER BY jobs.seq"));
    query.bind(after);
    return fetchJobs(query);
}

Result<std::vector<Job>> SqlJobStore::unfinished() {
    Query query(m_connection, selectJobs("WHERE jobs.outcome = 0 ORDER BY jobs.seq"));
    return fetchJobs(query);
}

Result<std::vector<JobTransition>> SqlJobStore::history(JobId id) {
    Query query(m_connection,
                "SELECT at, job_history.state, job_history.reason, job_history.attempt FROM jobs JOIN job_history "
                "ON job_history.ord = jobs.ord WHERE jobs.id = :id ORDER BY job_history.seq");
    std::int64_t at = 0, attempt = 0;
    std::string state, reason;
    query.bind(id).into(at, state, reason, attempt);
    std::vector<JobTransition> lines;
    while (query.next())
        lines.push_back({{at}, wordFromRow<JobState>(state), jsonFromRow<Reason>(reason), static_cast<int>(attempt)});
    return lines;
}

Result<> SqlJobStore::remove(const Job& job) {
    const auto& s = job.summary;
    std::int64_t order = 0;
    Query stored(m_connection, "SELECT ord FROM jobs WHERE id = :id AND org = :org");
    stored.bind(s.id, s.org).into(order);
    if (!stored.next()) return Error(kJobNotFound).with("job", s.id.str());
    for (const auto* table : {"artifacts", "task_runs", "job_history", "job_files", "job_specs", "jobs"}) {
        Query rows(m_connection, fmt::format("DELETE FROM {} WHERE ord = :ord", table));
        rows.bind(order).run();
    }
    return writeEvent(s, EventKind::JobRemoved, m_clock.now());
}

Result<std::int64_t> SqlJobStore::orderOf(JobId id) {
    std::int64_t order = 0;
    Query query(m_connection, "SELECT ord FROM jobs WHERE id = :id");
    query.bind(id).into(order).next();
    return order;
}

}  // namespace ph
