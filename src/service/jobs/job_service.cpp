#include "service/jobs/job_service.h"

#include "domain/audit/audit_entry.h"
#include "domain/jobs/job_audit.h"
#include "service/jobs/job_submission.h"
#include "service/jobs/verdict_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace ph {

namespace {

Result<Job> visibleJob(Transaction& tx, const Principal& who, JobId id) {
    auto job = tx.jobs().find(visibleScope(who), id);
    if (!job) return job.error();
    if (!*job) return Error(kJobNotFound);
    return std::move(**job);
}

/// What a look at store and disk before the write finds.
struct Look {
    std::optional<std::vector<JobSummary>> earlier;
    std::vector<Fault> faults;
};

Result<Look> lookAt(Transaction& tx, const Submission& submission, const SiteCatalogue& catalogue,
                    const BlobStore& blobs, bool dryRun) {
    Look look;
    if (!dryRun) {
        auto earlier = earlierAnswer(tx, submission);
        if (!earlier) return earlier.error();
        look.earlier = std::move(*earlier);
        if (look.earlier) return look;
    }
    auto faults = allFaults(tx, submission, catalogue, blobs);
    if (!faults) return faults.error();
    look.faults = std::move(*faults);
    return look;
}

struct Stopped {
    JobSummary summary;
    bool changed = false;
};

Result<Stopped> stopJob(Transaction& tx, const Principal& who, JobId id, Timestamp now) {
    auto job = visibleJob(tx, who, id);
    if (!job) return job.error();
    auto& summary = job->summary;
    if (isFinal(summary.state)) return Error(kJobEnded);
    if (summary.state == JobState::Stopping) return Stopped{summary, false};
    const auto before = auditText(summary);
    const bool holdsNothing = summary.state == JobState::Queued || summary.state == JobState::AwaitingApproval;
    summary.state = holdsNothing ? JobState::Stopped : JobState::Stopping;
    summary.reason = {ReasonCode::StoppedBy, {{"user", who.name}}};
    if (holdsNothing) summary.endedAt = now;
    if (const auto done = tx.jobs().update(*job); !done) return done.error();
    auto record = auditEntry(who, summary.org, "job.stop", id.view(), {before, auditText(summary)}, now);
    if (const auto done = tx.audit().append(std::move(record)); !done) return done.error();
    return Stopped{summary, true};
}

Result<> removeJob(Transaction& tx, const Principal& who, JobId id, Timestamp now) {
    const auto job = visibleJob(tx, who, id);
    if (!job) return job.error();
    if (!isFinal(job->summary.state)) return Error(kJobNotEnded);
    if (const auto done = tx.jobs().remove(*job); !done) return done;
    return tx.audit().append(
        auditEntry(who, job->summary.org, "job.remove", id.view(), {auditText(job->summary), {}}, now));
}

Result<JobPage> pageOf(Transaction& tx, const OrgScope& scope, const JobQuery& query) {
    JobPage page;
    const auto head = tx.events().head();
    if (!head) return head.error();
    page.position = *head;
    auto rows = tx.jobs().list(scope, query.filter, query.before, query.limit + 1);
    if (!rows) return rows.error();
    page.items = std::move(*rows);
    if (page.items.size() <= static_cast<std::size_t>(query.limit)) return page;
    page.items.resize(static_cast<std::size_t>(query.limit));
    const auto order = tx.jobs().orderOf(page.items.back().id);
    if (!order) return order.error();
    page.next = *order;
    return page;
}

Result<JobView> viewOf(Transaction& tx, const Principal& who, JobId id) {
    auto job = visibleJob(tx, who, id);
    if (!job) return job.error();
    auto runs = tx.taskRuns().ofJob(id);
    if (!runs) return runs.error();
    auto history = tx.jobs().history(id);
    if (!history) return history.error();
    return JobView{std::move(*job), std::move(*runs), std::move(*history)};
}

Result<TaskRun> runOf(Transaction& tx, const Principal& who, JobId id, int attempt) {
    if (const auto job = visibleJob(tx, who, id); !job) return job.error();
    auto runs = tx.taskRuns().ofJob(id);
    if (!runs) return runs.error();
    // By attempt and rank: the last attempt's first rank, or the one that was asked for.
    const auto wanted = attempt != 0 || runs->empty() ? attempt : runs->back().attempt;
    const auto found =
        std::find_if(runs->begin(), runs->end(), [wanted](const TaskRun& run) { return run.attempt == wanted; });
    if (found == runs->end()) return Error(kJobNotStarted).with("attempt", fmt::format("{}", std::max(wanted, 1)));
    return std::move(*found);
}

Result<TaskRun> enterRun(Transaction& tx, const Principal& who, JobId id, const std::string& action, Timestamp now) {
    auto run = runOf(tx, who, id, 0);
    if (!run) return run;
    if (run->state != TaskRunState::Running) return Error(kJobNotRunning);
    // What is run or written inside may hold secrets and stays out, as a job's own command does.
    const auto after = fmt::format(R"({{"attempt":{},"task_run":"{}"}})", run->attempt, run->id.str());
    const auto done = tx.audit().append(auditEntry(who, run->org, action, id.view(), {{}, after}, now));
    if (!done) return done.error();
    return run;
}

Result<std::vector<Artifact>> artifactsOf(Transaction& tx, const Principal& who, JobId id) {
    if (const auto job = visibleJob(tx, who, id); !job) return job.error();
    return tx.taskRuns().artifacts(id);
}

Result<Artifact> artifactOf(Transaction& tx, const Principal& who, JobId id, const std::string& path, int attempt) {
    const auto artifacts = artifactsOf(tx, who, id);
    if (!artifacts) return artifacts.error();
    const Artifact* found = nullptr;
    for (const auto& artifact : *artifacts) {
        if (artifact.path != path || (attempt != 0 && artifact.attempt != attempt)) continue;
        if (!found || artifact.attempt > found->attempt) found = &artifact;
    }
    if (!found) return Error(kArtifactNotFound).with("path", path.substr(0, 200));
    return *found;
}

}  // namespace

JobService::JobService(Database& database, const BlobStore& blobs, const SiteCatalogue& catalogue, Explainer& explainer,
                       JobControl& control, const Clock& clock, RandomSource& random)
    : m_database(database),
      m_blobs(blobs),
      m_catalogue(catalogue),
      m_explainer(explainer),
      m_control(control),
      m_clock(clock),
      m_random(random) {}

Async<SubmittedJobs> JobService::submit(Principal who, JobSpec spec, std::string key, std::string bodyHash,
                                        bool dryRun) {
    if (key.size() > kLongestKey)
        co_return Error(kInvalid).withFaults({{"Idempotency-Key", "length", fmt::format("{} bytes", key.size()),
                                               fmt::format("at most {} bytes", kLongestKey)}});

    // 1. What can be told from the spec alone is told here. Only mounts depend on the person's organisation.
    const JobLimits limits = m_catalogue.limitsFor({});
    const auto submission = std::make_shared<const Submission>(
        Submission{std::move(who), completedJob(std::move(spec), limits), std::move(key), std::move(bodyHash)});
    const bool asksOthers = dryRun || namesOthers(submission->spec);
    std::vector<Fault> faults = asksOthers ? std::vector<Fault>() : validateJob(submission->spec, limits);
    const Verdict forecast = m_explainer.couldEverFit(submission->spec.resources);
    const auto neverFits = neverFitsFaults(submission->spec.resources, forecast);

    // 2. What names others is looked for on an SQL thread, where the disk may be asked too. An earlier answer to the
    // same
    //    key stands, even if the spec would be refused by now.
    if (asksOthers || !faults.empty() || !neverFits.empty()) {
        auto look = [submission, dryRun, &catalogue = m_catalogue, &blobs = m_blobs](Transaction& tx) {
            return lookAt(tx, *submission, catalogue, blobs, dryRun);
        };
        auto looking = readFor(m_database, look);
        auto seen = co_await std::move(looking);
        if (!seen) co_return seen.error();
        if (seen->earlier) co_return SubmittedJobs{std::move(*seen->earlier), forecast};
        faults = std::move(seen->faults);
        const bool shapeIsWrong =
            std::any_of(faults.begin(), faults.end(), [](const Fault& f) { return f.path.starts_with("resources"); });
        if (!shapeIsWrong) faults.insert(faults.end(), neverFits.begin(), neverFits.end());
    }
    if (!faults.empty()) co_return Error(kInvalid).withFaults(std::move(faults));
    if (dryRun) {
        auto asking = wouldStart(submission->who, submission->spec);
        auto known = co_await std::move(asking);
        if (!known) co_return known.error();
        SubmittedJobs checked{{}, std::move(*known)};
        for (auto& job : expandedJobs(*submission, m_clock.now(), nullptr))
            checked.jobs.push_back(std::move(job.summary));
        co_return checked;
    }

    // 3. Jobs, events, audit record and the answer to the key are one transaction.
    auto write = [submission, now = m_clock.now(), &blobs = m_blobs,
                  &random = m_random](Transaction& tx) -> Result<std::vector<JobSummary>> {
        auto earlier = earlierAnswer(tx, *submission);
        if (!earlier) return earlier.error();
        if (*earlier) return std::move(**earlier);
        if (const auto enough = blobs.checkSpace(); !enough) return enough.error();
        return writeJobs(tx, *submission, expandedJobs(*submission, now, &random));
    };
    auto writing = writeFor(m_database, write);
    auto jobs = co_await std::move(writing);
    if (!jobs) co_return jobs.error();
    m_control.wake();
    co_return SubmittedJobs{std::move(*jobs), forecast};
}

Async<JobPage> JobService::list(Principal who, JobQuery query) {
    query.limit = std::clamp(query.limit, 1, 1000);
    auto work = [scope = visibleScope(who), query](Transaction& tx) { return pageOf(tx, scope, query); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<JobView> JobService::get(Principal who, JobId id) {
    auto work = [who, id](Transaction& tx) { return viewOf(tx, who, id); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<JobSummary> JobService::stop(Principal who, JobId id) {
    auto work = [who, id, now = m_clock.now()](Transaction& tx) { return stopJob(tx, who, id, now); };
    auto pending = writeFor(m_database, work);
    auto stopped = co_await std::move(pending);
    if (!stopped) co_return stopped.error();
    if (stopped->changed) m_control.wake();
    co_return std::move(stopped->summary);
}

Async<> JobService::remove(Principal who, JobId id) {
    auto work = [who, id, now = m_clock.now()](Transaction& tx) -> Result<> { return removeJob(tx, who, id, now); };
    auto pending = m_database.write(work);
    const auto done = co_await std::move(pending);
    if (done) m_control.wake();
    co_return done;
}

Async<Verdict> JobService::why(Principal who, JobId id) {
    auto work = [who, id](Transaction& tx) { return visibleJob(tx, who, id); };
    auto pending = readFor(m_database, work);
    const auto job = co_await std::move(pending);
    if (!job) co_return job.error();
    Verdict verdict;
    if (job->summary.state == JobState::Queued) {
        auto asking = m_explainer.explain(id);
        auto known = co_await std::move(asking);
        if (!known) co_return known.error();
        if (*known) verdict = std::move(**known);
    }
    if (verdict.reason.code == ReasonCode::None) verdict.reason = job->summary.reason;
    auto naming = named(m_database, std::move(who), std::move(verdict));
    co_return co_await std::move(naming);
}

Async<Verdict> JobService::wouldStart(Principal who, JobSpec spec) {
    auto asking = m_explainer.whatIf({who.org, who.user, spec.priority, spec.timeLimit, spec.resources});
    auto known = co_await std::move(asking);
    if (!known) co_return known.error();
    auto naming = named(m_database, std::move(who), std::move(*known));
    co_return co_await std::move(naming);
}

Async<std::vector<Artifact>> JobService::artifacts(Principal who, JobId id) {
    auto work = [who, id](Transaction& tx) { return artifactsOf(tx, who, id); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<Artifact> JobService::artifact(Principal who, JobId id, std::string path, int attempt) {
    auto work = [who, id, path, attempt](Transaction& tx) { return artifactOf(tx, who, id, path, attempt); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<TaskRun> JobService::taskRun(Principal who, JobId id, int attempt) {
    auto work = [who, id, attempt](Transaction& tx) { return runOf(tx, who, id, attempt); };
    auto pending = readFor(m_database, work);
    co_return co_await std::move(pending);
}

Async<TaskRun> JobService::enter(Principal who, JobId id, std::string action) {
    auto work = [who, id, action, now = m_clock.now()](Transaction& tx) { return enterRun(tx, who, id, action, now); };
    auto pending = writeFor(m_database, work);
    co_return co_await std::move(pending);
}

}  // namespace ph
