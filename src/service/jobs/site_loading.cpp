#include "service/jobs/site_loading.h"

#include "reflect/codec.h"
#include "reflect/yaml.h"
#include "service/jobs/site_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace ph {

namespace fs = std::filesystem;

namespace {

/// Collects the faults of several files.
class Loading {
public:
    explicit Loading(SiteCatalogue& catalogue) : m_catalogue(catalogue) {}

    void config(const fs::path& file, const fs::path& dataFolder) {
        const auto config = read<SiteConfig>(file);
        if (!config) return;
        m_catalogue.siteName = config->site;
        if (config->site.empty() || config->site.size() > 100)
            fault(file, {"site", "format", config->site.substr(0, 80), "1 to 100 bytes"});
        limits(file, config->limits);
        areas(file, config->areas);
        if (config->templates.empty()) return;
        const fs::path folder = dataFolder / config->templates;
        std::error_code failed;
        if (!fs::is_directory(folder, failed))
            return fault(file, {"templates", "folder", config->templates, "a folder"});
        templates(folder);
    }

    /// Templates of a folder that is read later give way to those that are known.
    void templates(const fs::path& folder) {
        std::vector<fs::path> files;
        std::error_code failed;
        for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
            if (it->path().extension() == ".yaml") files.push_back(it->path());
        std::sort(files.begin(), files.end());
        std::set<std::string> here;
        for (const auto& file : files) oneTemplate(file, here);
    }

    std::vector<Fault> takeFaults() { return std::move(m_faults); }

private:
    void fault(const fs::path& file, Fault fault) {
        fault.path = fault.path.empty() ? file.string() : file.string() + ": " + fault.path;
        m_faults.push_back(std::move(fault));
    }

    template <class T>
    std::optional<T> read(const fs::path& file) {
        std::error_code failed;
        std::ifstream in;
        if (fs::is_regular_file(file, failed)) in.open(file, std::ios::binary);
        if (!in.is_open()) {
            fault(file, {"", "unreadable", "", "a file that the controller may read"});
            return std::nullopt;
        }
        const std::string text(std::istreambuf_iterator<char>(in), {});
        const auto value = reflect::parseYaml(text);
        if (!value) {
            keep(file, value.error());
            return std::nullopt;
        }
        // An empty file says nothing, so everything keeps its default.
        auto decoded = reflect::decode<T>(value->is_null() ? boost::json::object() : *value, reflect::Scalars::Lenient);
        if (decoded) return std::move(*decoded);
        keep(file, decoded.error());
        return std::nullopt;
    }

    void keep(const fs::path& file, const Error& error) {
        for (const auto& one : error.faults) fault(file, one);
    }

    template <class T, class Text>
    void limit(const fs::path& file, const std::string& name, const std::optional<T>& value, T low, T high, T& target,
               Text text) {
        if (!value) return;
        target = *value;
        if (*value < low || *value > high)
            fault(file, {"limits." + name, "range", text(*value), fmt::format("{} to {}", text(low), text(high))});
    }

    void limits(const fs::path& file, const SiteLimits& given) {
        const auto whole = [](int n) { return fmt::format("{}", n); };
        auto& limits = m_catalogue.limits;
        limit(file, "longest_time_limit", given.longestTimeLimit, Seconds{1}, Seconds{3650 * 86'400LL},
              limits.longestTimeLimit, durationText);
        limits.defaultTimeLimit = std::min(limits.defaultTimeLimit, limits.longestTimeLimit);
        limit(file, "default_time_limit", given.defaultTimeLimit, Seconds{1}, limits.longestTimeLimit,
              limits.defaultTimeLimit, durationText);
        limit(file, "largest_files", given.largestFiles, Bytes{1}, gibibytes(1 << 20), limits.largestFiles, bytesText);
        limits.largestFile = std::min(limits.largestFile, limits.largestFiles);
        limit(file, "largest_file", given.largestFile, Bytes{1}, limits.largestFiles, limits.largestFile, bytesText);
        limit(file, "most_files", given.mostFiles, 0, 100'000, limits.mostFiles, whole);
        limit(file, "largest_array", given.largestArray, 0, 10'000, limits.largestArray, whole);
    }

    void areas(const fs::path& file, const std::vector<Area>& given) {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < given.size(); ++i) {
            const auto path = fmt::format("areas[{}]", i);
            if (given[i].name.size() > 64 || !isInnerPath(given[i].name) ||
                given[i].name.find('/') != std::string::npos)
                fault(file, {path + ".name", "format", given[i].name.substr(0, 80),
                             "1 to 64 bytes without '/' and control characters"});
            else if (!seen.insert(given[i].name).second)
                fault(file, {path + ".name", "twice", given[i].name, "each name once"});
            // The folder itself may be mounted later than the controller starts.
            if (!fs::path(given[i].path).is_absolute())
                fault(file, {path + ".path", "format", given[i].path, "an absolute path"});
        }
        m_catalogue.areas = given;
    }

    void oneTemplate(const fs::path& file, std::set<std::string>& here) {
        auto runtime = read<RuntimeTemplate>(file);
        if (!runtime) return;
        if (runtime->name.empty() || runtime->name.size() > 64 || !isInnerPath(runtime->name))
            fault(file,
                  {"name", "format", runtime->name.substr(0, 80), "1 to 64 bytes without '..' and control characters"});
        else if (!here.insert(runtime->name).second)
            fault(file, {"name", "twice", runtime->name, "each name once in a folder"});
        for (const auto& [target, source] : runtime->mounts) {
            const bool absolute = source.starts_with("{runtimes}") || fs::path(source).is_absolute();
            if (!fs::path(target).is_absolute() || !absolute)
                fault(file, {"mounts." + target, "format", source.substr(0, 80),
                             "absolute paths, or one that begins with {runtimes}"});
        }
        if (m_catalogue.findTemplate(runtime->name)) return;
        m_catalogue.templates.push_back(substituteRuntimes(std::move(*runtime), m_catalogue.runtimesFolder));
    }

    SiteCatalogue& m_catalogue;
    std::vector<Fault> m_faults;
};

}  // namespace

Result<SiteCatalogue> loadSiteCatalogue(const std::string& dataFolder, const std::string& resourcesFolder) {
    SiteCatalogue catalogue;
    catalogue.runtimesFolder = (fs::path(dataFolder) / "runtimes").string();
    Loading loading(catalogue);
    const fs::path config = fs::path(dataFolder) / "pilothouse.yaml";
    std::error_code failed;
    if (fs::exists(config, failed)) loading.config(config, dataFolder);
    loading.templates(fs::path(resourcesFolder) / "templates");
    if (auto faults = loading.takeFaults(); !faults.empty()) return Error(kInvalid).withFaults(std::move(faults));
    return catalogue;
}

}  // namespace ph
