#include "service/jobs/job_submission.h"

#include "domain/audit/audit_entry.h"
#include "domain/jobs/job_audit.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ph {

namespace {

using Faults = std::vector<Fault>;

std::string amountText(const std::string& resource, std::int64_t amount) {
    if (resource == "cpu") return cpuText({amount}) + (amount == 1000 ? " core" : " cores");
    if (resource == "memory" || resource == "scratch") return bytesForPeople({amount});
    return fmt::format("{}", amount);
}

std::string pathOf(const Resources& resources, const std::string& resource) {
    if (resource == "cpu" || resource == "memory" || resource == "scratch") return "resources." + resource;
    if (resources.accelerators.size() == 1) return "resources.accelerators[0]";
    return "resources.accelerators";
}

/// A file that only another organisation has sent is as missing as one that nobody has.
Result<BlobInfo> ownFile(Transaction& tx, OrgId org, const BlobStore& blobs, const std::string& digest) {
    const auto sent = tx.uploads().holds(org, digest);
    if (!sent) return sent.error();
    if (!*sent) return Error(kBlobNotFound);
    return blobs.info(digest);
}

Result<> checkFiles(Transaction& tx, const Submission& submission, const BlobStore& blobs, Faults& faults) {
    const auto& files = submission.spec.files;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto& file = files[i];
        if (!isDigest(file.digest)) continue;
        const auto info = ownFile(tx, submission.who.org, blobs, file.digest);
        if (!info && info.error().id.kind != ErrorKind::NotFound) return info.error();
        if (!info)
            faults.push_back(
                {fmt::format("files[{}].digest", i), "missing", file.path, "a file that was uploaded first"});
        else if (info->size != file.size)
            faults.push_back({fmt::format("files[{}].size", i), "size", fmt::format("{} bytes", file.size),
                              fmt::format("{} bytes", info->size)});
    }
    return {};
}

Result<> checkSecrets(Transaction& tx, const Submission& submission, Faults& faults) {
    if (submission.spec.secrets.empty()) return {};
    const auto names = tx.secrets().names(submission.who.org, submission.who.user);
    if (!names) return names.error();
    for (const auto& [variable, name] : submission.spec.secrets) {
        if (name.empty() || std::find(names->begin(), names->end(), name) != names->end()) continue;
        faults.push_back(
            {"secrets." + variable, "not-found", name.substr(0, 64), "store it as one of your secrets first"});
    }
    return {};
}

Result<> checkAfter(Transaction& tx, const Submission& submission, Faults& faults) {
    const auto& after = submission.spec.after;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto path = fmt::format("after[{}]", i);
        const auto id = JobId::parse(after[i]);
        if (!id) {
            faults.push_back({path, "id", after[i].substr(0, 64), "the id of a job"});
            continue;
        }
        const auto job = tx.jobs().find(visibleScope(submission.who), *id);
        if (!job) return job.error();
        if (!*job) {
            faults.push_back({path, "not-found", after[i], "name a job that you may see"});
            continue;
        }
        const auto state = (*job)->summary.state;
        if (state == JobState::Failed || state == JobState::Stopped)
            faults.push_back({path, "failed", after[i], "a job that succeeded or may still succeed"});
    }
    return {};
}

/// What may change between the look and the write.
Result<> checkNamed(Transaction& tx, const Submission& submission, Faults& faults) {
    if (const auto done = checkSecrets(tx, submission, faults); !done) return done;
    return checkAfter(tx, submission, faults);
}

Result<std::string> organisationName(Transaction& tx, OrgId id) {
    const auto organisations = tx.accounts().organisations();
    if (!organisations) return organisations.error();
    for (const auto& organisation : *organisations)
        if (organisation.id == id) return organisation.name;
    return std::string();
}

Result<> remember(Transaction& tx, const Submission& submission, const std::vector<JobSummary>& jobs) {
    if (submission.key.empty()) return {};
    std::vector<JobId> ids;
    ids.reserve(jobs.size());
    for (const auto& job : jobs) ids.push_back(job.id);
    return tx.idempotency().remember(submission.who.user, submission.key,
                                     {submission.bodyHash, boost::json::serialize(reflect::encode(ids))},
                                     jobs.front().queuedAt);
}

}  // namespace

bool namesOthers(const JobSpec& spec) {
    return !spec.files.empty() || !spec.mounts.empty() || !spec.secrets.empty() || !spec.after.empty();
}

std::vector<Fault> neverFitsFaults(const Resources& resources, const Verdict& verdict) {
    if (verdict.reason.code != ReasonCode::NeverFits) return {};
    Faults faults;
    for (const auto& gap : verdict.nearest)
        faults.push_back({pathOf(resources, gap.resource), "never-fits", amountText(gap.resource, gap.asked),
                          "at most " + amountText(gap.resource, gap.total)});
    if (faults.empty()) faults.push_back({"resources", "never-fits", "this", "less"});
    return faults;
}

Result<std::optional<std::vector<JobSummary>>> earlierAnswer(Transaction& tx, const Submission& submission) {
    if (submission.key.empty()) return std::nullopt;
    const auto known = tx.idempotency().find(submission.who.user, submission.key);
    if (!known) return known.error();
    if (!*known) return std::nullopt;
    if ((*known)->bodyHash != submission.bodyHash) return Error(kIdempotencyMismatch);
    const auto json = reflect::parseJson((*known)->answer);
    if (!json) return Error(kInternal, "an idempotent answer is not JSON");
    const auto ids = reflect::decode<std::vector<JobId>>(*json);
    if (!ids) return Error(kInternal, "an idempotent answer names no jobs");
    std::vector<JobSummary> jobs;
    for (const auto& id : *ids) {
        auto job = tx.jobs().find(visibleScope(submission.who), id);
        if (!job) return job.error();
        if (*job) jobs.push_back(std::move((*job)->summary));
    }
    if (jobs.empty()) return Error(kJobNotFound);
    return jobs;
}

Result<std::vector<Fault>> allFaults(Transaction& tx, const Submission& submission, const SiteCatalogue& catalogue,
                                     const BlobStore& blobs) {
    const auto organisation = organisationName(tx, submission.who.org);
    if (!organisation) return organisation.error();
    const auto limits = catalogue.limitsFor(*organisation);
    Faults faults = validateJob(submission.spec, limits);
    // So many files that the count is refused are not looked for one by one; nor are as many other jobs.
    const bool countable = submission.spec.files.size() <= static_cast<std::size_t>(limits.mostFiles) &&
                           submission.spec.after.size() <= 100;
    if (!countable) return faults;
    if (const auto done = checkFiles(tx, submission, blobs, faults); !done) return done.error();
    if (const auto done = checkNamed(tx, submission, faults); !done) return done.error();
    return faults;
}

std::vector<Job> expandedJobs(const Submission& submission, Timestamp now, RandomSource* random) {
    Job job;
    job.spec = submission.spec;
    auto& summary = job.summary;
    summary.org = submission.who.org;
    summary.owner = submission.who.user;
    summary.ownerName = submission.who.name;
    summary.name = job.spec.name;
    summary.state = JobState::Queued;
    summary.reason = {ReasonCode::Submitted, {}};
    summary.resources = job.spec.resources;
    summary.timeLimit = job.spec.timeLimit;
    summary.priority = job.spec.priority;
    summary.queuedAt = now;
    std::vector<Job> jobs(static_cast<std::size_t>(std::max(1, job.spec.array)), job);
    for (auto& one : jobs) {
        if (random) one.summary.id = JobId::random(*random);
        if (job.spec.array == 0) continue;
        one.summary.arrayOf = jobs.front().summary.id;
        one.summary.arrayIndex = static_cast<int>(&one - jobs.data());
    }
    return jobs;
}

Result<std::vector<JobSummary>> writeJobs(Transaction& tx, const Submission& submission, std::vector<Job> jobs) {
    Faults faults;
    if (const auto done = checkNamed(tx, submission, faults); !done) return done.error();
    if (!faults.empty()) return Error(kInvalid).withFaults(std::move(faults));
    std::vector<JobSummary> written;
    written.reserve(jobs.size());
    for (auto& job : jobs) {
        const auto number = tx.jobs().nextNumber(job.summary.org);
        if (!number) return number.error();
        job.summary.number = *number;
        if (const auto done = tx.jobs().insert(job); !done) return done.error();
        written.push_back(std::move(job.summary));
    }
    const auto& first = written.front();
    auto record = auditEntry(submission.who, first.org, "job.submit", first.id.view(),
                             {{}, auditText(first, jobs.size())}, first.queuedAt);
    if (const auto done = tx.audit().append(std::move(record)); !done) return done.error();
    if (const auto done = remember(tx, submission, written); !done) return done.error();
    return written;
}

}  // namespace ph
