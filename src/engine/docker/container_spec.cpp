#include "engine/docker/container_spec.h"

#include "engine/task/launch_parts.h"
#include "shim/container.h"

#include <boost/json.hpp>

#include <algorithm>
#include <array>

namespace ph::engine {

namespace json = boost::json;

namespace {

constexpr std::int64_t kNanosPerMilli = 1'000'000;  // of a processor
constexpr std::int64_t kLeastShared = 1 << 16;

json::object mountOf(const std::string& source, const std::string& target, bool writable) {
    return {{"Type", "bind"},
            {"Source", source},
            {"Target", target},
            {"ReadOnly", !writable},
            {"BindOptions", json::object{{"Propagation", "rprivate"}}}};
}

json::array mountsOf(const LaunchRequest& request, const ContainerPlaces& places) {
    json::array list{mountOf(places.shim, shim::kContainerShim, false),
                     mountOf(places.runFolder, shim::kContainerRun, true),
                     mountOf(places.runFolder + "/work", kWork, true)};
    // In the order of their places: one that is mounted later hides what is below it.
    auto mounts = request.mounts;
    std::sort(mounts.begin(), mounts.end(), [](const auto& a, const auto& b) { return a.target < b.target; });
    for (const auto& mount : mounts) list.push_back(mountOf(mount.source, mount.target, mount.writable));
    return list;
}

json::object hostConfig(const LaunchRequest& request, const ContainerPlaces& places) {
    json::array capabilities{"SETUID", "SETGID", "CHOWN"};
    if (places.foreignFolder) capabilities.push_back("DAC_OVERRIDE");
    // With 0 the kernel would still start a program that core_pattern names, outside and as root (core(5)).
    json::array limits{json::object{{"Name", "core"}, {"Soft", 1}, {"Hard", 1}}};
    for (const auto& limit : places.limits)
        limits.push_back({{"Name", limit.name}, {"Soft", limit.soft}, {"Hard", limit.hard}});
    json::array devices;
    for (const auto& device : places.devices)
        devices.push_back({{"PathOnHost", device}, {"PathInContainer", device}, {"CgroupPermissions", "rwm"}});
    return {
        {"NetworkMode", places.network},
        {"Mounts", mountsOf(request, places)},
        {"Tmpfs",
         json::object{{"/run/ph", "rw,nosuid,nodev,mode=0755,size=1m"}, {"/tmp", "rw,nosuid,nodev,mode=1777"}}},
        {"ReadonlyRootfs", true},
        {"CapDrop", json::array{"ALL"}},
        {"CapAdd", std::move(capabilities)},
        {"SecurityOpt", json::array{"no-new-privileges"}},
        {"Memory", request.memory.value},
        {"MemorySwap", request.memory.value},
        {"NanoCpus", request.cpu.value * kNanosPerMilli},
        {"PidsLimit", places.processLimit},
        {"ShmSize", std::max(request.sharedMemory.value, kLeastShared)},
        {"Ulimits", std::move(limits)},
        {"Devices", std::move(devices)},
        {"IpcMode", "private"},
        {"LogConfig", json::object{{"Type", "none"}}},
        {"RestartPolicy", json::object{{"Name", "no"}}},
    };
}

}  // namespace

std::string containerName(const TaskRunId& id) {
    return "ph-" + id.str();
}

std::string networkName(const std::string& site, const OrgId& org) {
    return "ph-" + site + "-" + org.str();
}

json::value containerSpec(const LaunchRequest& request, const ContainerPlaces& places) {
    return json::object{
        {"Image", places.image},
        {"Entrypoint", json::array{shim::kContainerShim}},
        {"Cmd", json::array{"enter"}},
        {"User", "0:0"},
        {"WorkingDir", "/"},
        // Images for cards ask for all of them by this; those of the task are given to it below.
        {"Env", json::array{"NVIDIA_VISIBLE_DEVICES=void"}},
        {"Hostname", request.id.str()},
        {"AttachStdin", false},
        {"AttachStdout", false},
        {"AttachStderr", false},
        {"Tty", false},
        {"Labels", json::object{{kSiteLabel, places.site},
                                {kRunLabel, request.id.str()},
                                {"io.pilothouse.job", request.job.str()},
                                {"io.pilothouse.organisation", request.org.str()},
                                {"io.pilothouse.attempt", std::to_string(request.attempt)},
                                {"io.pilothouse.rank", std::to_string(request.rank)}}},
        {"HostConfig", hostConfig(request, places)},
    };
}

std::map<std::string, std::string> overImage(const std::vector<std::string>& image,
                                             std::map<std::string, std::string> task, const LaunchRequest& request) {
    // What an image knows better than we do; where the task lives and what it may use is the same in every image.
    constexpr std::array<std::string_view, 4> kYield{"PATH", "LANG", "TMPDIR", "PYTHONUNBUFFERED"};
    for (const auto& variable : image) {
        const std::size_t at = variable.find('=');
        if (at == std::string::npos) continue;
        const std::string name = variable.substr(0, at);
        if (request.environment.count(name) != 0 || request.secrets.count(name) != 0) continue;
        const bool yields = std::find(kYield.begin(), kYield.end(), name) != kYield.end();
        if (yields || task.count(name) == 0) task[name] = variable.substr(at + 1);
    }
    return task;
}

}  // namespace ph::engine
