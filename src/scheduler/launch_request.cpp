#include "scheduler/launch_request.h"

#include <utility>

namespace ph {

namespace {

void addTemplate(LaunchRequest& request, const std::string& name, const LaunchSite& site) {
    const auto known = site.templates.find(name);
    if (known == site.templates.end()) {
        request.mounts.push_back({{}, "/template/" + name, false});
        return;
    }
    for (const auto& [target, source] : known->second.mounts) request.mounts.push_back({source, target, false});
    request.environment = known->second.environment;
}

void addMounts(LaunchRequest& request, const std::vector<MountRequest>& mounts, const LaunchSite& site) {
    for (const auto& mount : mounts) {
        const auto area = site.areas.find(mount.area);
        const bool known = area != site.areas.end();
        request.mounts.push_back({known ? area->second.path : std::string(), mount.target,
                                  mount.writable && known && area->second.writable});
    }
}

}  // namespace

LaunchRequest launchRequestOf(const Job& job, const TaskRun& run, const std::vector<std::string>& cards,
                              const LaunchSite& site, std::map<std::string, std::string> secrets) {
    LaunchRequest request;
    request.id = run.id;
    request.job = run.job;
    request.org = run.org;
    request.attempt = run.attempt;
    request.rank = run.rank;
    request.command = job.spec.command;
    for (const auto& file : job.spec.files) request.files.push_back({file.path, file.digest, file.executable});
    if (!job.spec.template_.empty()) addTemplate(request, job.spec.template_, site);
    addMounts(request, job.spec.mounts, site);
    for (const auto& [name, value] : job.spec.environment) request.environment[name] = value;
    request.environment["PH_JOB_ID"] = job.summary.id.str();
    request.environment["PH_JOB_NUMBER"] = std::to_string(job.summary.number);
    request.environment["PH_ATTEMPT"] = std::to_string(run.attempt);
    if (job.spec.array > 0) request.environment["PH_ARRAY_INDEX"] = std::to_string(job.summary.arrayIndex);
    request.secrets = std::move(secrets);
    const auto& resources = job.spec.resources;
    request.cpu = resources.cpu;
    request.memory = resources.memory;
    request.sharedMemory = resources.sharedMemory;
    request.scratch = resources.scratch;
    request.accelerators = cards;
    request.timeLimit = job.spec.timeLimit;
    request.network = job.spec.network;
    return request;
}

}  // namespace ph
