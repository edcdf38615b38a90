#include "service/jobs/site_catalogue.h"

#include <algorithm>
#include <filesystem>

namespace ph {

namespace {

void replaceAll(std::string& text, const std::string& folder) {
    constexpr std::string_view kMark = "{runtimes}";
    for (auto at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at + folder.size()))
        text.replace(at, kMark.size(), folder);
}

bool offeredTo(const Area& area, const std::string& organisation) {
    return area.organisations.empty() ||
           std::find(area.organisations.begin(), area.organisations.end(), organisation) != area.organisations.end();
}

}  // namespace

JobLimits SiteCatalogue::limitsFor(const std::string& organisation) const {
    JobLimits result = limits;
    for (const auto& runtime : templates) result.templates.push_back(runtime.name);
    for (const auto& area : areas) {
        if (!offeredTo(area, organisation)) continue;
        result.areas.push_back(area.name);
        if (area.writable) result.writableAreas.push_back(area.name);
    }
    return result;
}

const RuntimeTemplate* SiteCatalogue::findTemplate(const std::string& name) const {
    const auto found =
        std::find_if(templates.begin(), templates.end(), [&](const auto& t) { return t.name == name; });
    return found == templates.end() ? nullptr : &*found;
}

const Area* SiteCatalogue::findArea(const std::string& name) const {
    const auto found = std::find_if(areas.begin(), areas.end(), [&](const auto& area) { return area.name == name; });
    return found == areas.end() ? nullptr : &*found;
}

RuntimeTemplate substituteRuntimes(RuntimeTemplate runtime, const std::string& runtimesFolder) {
    for (auto& [target, source] : runtime.mounts) replaceAll(source, runtimesFolder);
    for (auto& [name, value] : runtime.environment) replaceAll(value, runtimesFolder);
    return runtime;
}

bool isInstalled(const RuntimeTemplate& runtime) {
    return std::all_of(runtime.mounts.begin(), runtime.mounts.end(), [](const auto& mount) {
        std::error_code failed;
        return std::filesystem::exists(mount.second, failed);
    });
}

}  // namespace ph
