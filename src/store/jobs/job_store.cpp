#include "store/jobs/job_store.h"

#include "store/jobs/job_list.h"
#include "store/jobs/job_row.h"
#include "store/sql/json_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace ph {

namespace {

/// Whole jobs; `where` begins with "WHERE" and names the columns of `jobs`.
std::string selectJobs(const std::string& where) {
    return fmt::format("SELECT {}, {} FROM jobs JOIN job_origins ON job_origins.ord = jobs.ord {}", kSummaryColumns,
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
    // Numbers grow with the order of jobs; only a removed job leaves a mark, so that a submission writes one row less.
    std::int64_t newest = 0, removed = 0;
    Query jobs(m_connection, "SELECT number FROM jobs WHERE org = :org ORDER BY ord DESC LIMIT 1");
    jobs.bind(org).into(newest).next();
    Query mark(m_connection, "SELECT last FROM job_numbers WHERE org = :org");
    mark.bind(org).into(removed).next();
    return std::max(newest, removed) + 1;
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
    const auto now = m_clock.now();
    writeOrigin(job, now);
    return writeEvent(s, EventKind::JobChanged, now);
}

void SqlJobStore::writeOrigin(const Job& job, Timestamp at) {
    const auto& s = job.summary;
    Query query(m_connection,
                "INSERT INTO job_origins (ord, spec, at, state, reason) VALUES (:ord, :spec, :at, :state, :reason)");
    query.bind(s.seq, jsonForRow(job.spec), at, reflect::word(s.state), jsonForRow(s.reason)).run();
    std::set<std::string> digests;
    for (const auto& file : job.spec.files) digests.insert(file.digest);
    for (const auto& digest : digests) {
        Query file(m_connection, "INSERT INTO job_files (ord, digest) VALUES (:ord, :digest)");
        file.bind(s.seq, digest).run();
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
    std::vector<JobTransition> lines;
    std::int64_t order = 0, at = 0, attempt = 0;
    std::string state, reason;
    const auto line = [&] {
        lines.push_back({{at}, wordFromRow<JobState>(state), jsonFromRow<Reason>(reason), static_cast<int>(attempt)});
    };
    Query origin(m_connection,
                 "SELECT job_origins.ord, at, job_origins.state, job_origins.reason FROM jobs JOIN job_origins "
                 "ON job_origins.ord = jobs.ord WHERE jobs.id = :id");
    origin.bind(id).into(order, at, state, reason);
    if (!origin.next()) return lines;
    line();
    Query later(m_connection, "SELECT at, state, reason, attempt FROM job_history WHERE ord = :ord ORDER BY seq");
    later.bind(order).into(at, state, reason, attempt);
    while (later.next()) line();
    return lines;
}

Result<> SqlJobStore::remove(const Job& job) {
    const auto& s = job.summary;
    std::int64_t order = 0;
    Query stored(m_connection, "SELECT ord FROM jobs WHERE id = :id AND org = :org");
    stored.bind(s.id, s.org).into(order);
    if (!stored.next()) return Error(kJobNotFound).with("job", s.id.str());
    Query mark(m_connection,
               "INSERT INTO job_numbers (org, last) VALUES (:org, :number) ON CONFLICT (org) DO UPDATE SET last = "
               "CASE WHEN excluded.last > job_numbers.last THEN excluded.last ELSE job_numbers.last END");
    mark.bind(s.org, s.number).run();
    for (const auto* table : {"artifacts", "task_runs", "job_history", "job_files", "job_origins", "jobs"}) {
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
