#include "domain/jobs/job_audit.h"

#include "reflect/codec.h"

#include <boost/json/serialize.hpp>

namespace ph {

namespace {

struct AuditedJob {
    std::int64_t number = 0;
    std::string name;
    std::string ownerName;
    JobState state = JobState::Queued;
    Reason reason;
    std::int64_t jobs = 1;
};
BOOST_DESCRIBE_STRUCT(AuditedJob, (), (number, name, ownerName, state, reason, jobs))

}  // namespace

std::string auditText(const JobSummary& job, std::size_t jobs) {
    const AuditedJob audited{job.number, job.name,   job.ownerName,
                             job.state,  job.reason, static_cast<std::int64_t>(jobs)};
    return boost::json::serialize(reflect::encode(audited));
}

}  // namespace ph
