#include "domain/jobs/job_validation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace ph {

namespace {

bool hasControl(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

bool isVariableName(const std::string& name) {
    if (name.empty() || name.size() > 256 || (name[0] >= '0' && name[0] <= '9')) return false;
    return std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// A name that validates, from a program's path: its last part without control characters, cut between characters.
std::string nameFrom(const std::string& program) {
    constexpr std::size_t kMost = 200;
    std::string name = program.substr(program.rfind('/') + 1);
    std::erase_if(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (name.size() > kMost) {
        std::size_t end = kMost;
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
        name.resize(end);
    }
    return name.empty() ? "job" : name;
}

/// One pass over a spec; each part adds its faults.
class Check {
public:
    Check(const JobSpec& spec, const JobLimits& limits) : m_spec(spec), m_limits(limits) {}

    std::vector<Fault> run() {
        names();
        command();
        files();
        mounts();
        environment();
        resources();
        policy();
        outputs();
        return std::move(m_faults);
    }

private:
    void fault(std::string path, std::string code, std::string value, std::string allowed) {
        m_faults.push_back({std::move(path), std::move(code), value.substr(0, 80), std::move(allowed)});
    }

    void range(const std::string& path, std::int64_t value, std::int64_t low, std::int64_t high) {
        if (value < low || value > high)
            fault(path, "range", fmt::format("{}", value), fmt::format("{} to {}", low, high));
    }

    void bytes(const std::string& path, Bytes value, Bytes low, Bytes high) {
        if (value < low || value > high)
            fault(path, "range", bytesForPeople(value),
                  fmt::format("{} to {}", bytesForPeople(low), bytesForPeople(high)));
    }

    void names() {
        if (m_spec.name.size() > 200 || hasControl(m_spec.name))
            fault("name", "format", m_spec.name, "up to 200 bytes without control characters");
        if (!m_spec.template_.empty()) known("template", m_spec.template_, m_limits.templates);
    }

    void known(const std::string& path, const std::string& name, const std::vector<std::string>& names) {
        if (std::find(names.begin(), names.end(), name) != names.end()) return;
        fault(path, "unknown", name,
              names.empty() ? "none is declared on this site" : fmt::format("{}", fmt::join(names, ", ")));
    }

    void command() {
        constexpr std::size_t kMostBytes = 128 * 1024;
        if (m_spec.command.empty() || m_spec.command[0].empty())
            fault("command", "required", "", "a program and its arguments");
        std::size_t total = 0;
        for (std::size_t i = 0; i < m_spec.command.size(); ++i) {
            total += m_spec.command[i].size() + 1;
            if (m_spec.command[i].find('\0') != std::string::npos)
                fault(fmt::format("command[{}]", i), "format", "a NUL character", "text without NUL");
        }
        if (total > kMostBytes)
            fault("command", "length", fmt::format("{} bytes", total), fmt::format("at most {} bytes", kMostBytes));
    }

    void files() {
        std::int64_t total = 0;
        std::set<std::string> seen;
        if (m_spec.files.size() > static_cast<std::size_t>(m_limits.mostFiles))
            return fault("files", "count", fmt::format("{}", m_spec.files.size()),
                         fmt::format("at most {}", m_limits.mostFiles));
        for (std::size_t i = 0; i < m_spec.files.size(); ++i) {
            const auto& file = m_spec.files[i];
            const auto path = fmt::format("files[{}]", i);
            if (!isInnerPath(file.path))
                fault(path + ".path", "format", file.path, "a relative path without '..'");
            else if (!seen.insert(file.path).second)
                fault(path + ".path", "twice", file.path, "each path once");
            if (!isDigest(file.digest))
                fault(path + ".digest", "format", file.digest, "sha256: and 64 hexadecimal digits");
            bytes(path + ".size", {file.size}, {0}, m_limits.largestFile);
            total += std::clamp<std::int64_t>(file.size, 0, m_limits.largestFile.value);
        }
        bytes("files", {total}, {0}, m_limits.largestFiles);
        for (const auto& path : seen)
            for (auto slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
                if (seen.contains(path.substr(0, slash))) fault("files", "twice", path, "no file below another file");
    }

    void mounts() {
        constexpr std::array<std::string_view, 14> kSystem{"/bin",  "/boot", "/dev", "/etc",  "/lib", "/lib64", "/opt",
                                                           "/proc", "/root", "/run", "/sbin", "/sys", "/usr",   "/var"};
        std::set<std::string> seen;
        for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
            const auto& mount = m_spec.mounts[i];
            const auto path = fmt::format("mounts[{}]", i);
            known(path + ".area", mount.area, m_limits.areas);
            if (mount.writable &&
                std::find(m_limits.areas.begin(), m_limits.areas.end(), mount.area) != m_limits.areas.end() &&
                std::find(m_limits.writableAreas.begin(), m_limits.writableAreas.end(), mount.area) ==
                    m_limits.writableAreas.end())
                fault(path + ".writable", "read-only", mount.area,
                      "false: the administrator declared this area read-only");
            const bool inner = mount.target.size() > 1 && mount.target[0] == '/' && isInnerPath(mount.target.substr(1));
            const auto top = mount.target.substr(0, mount.target.find('/', 1));
            if (!inner || std::find(kSystem.begin(), kSystem.end(), top) != kSystem.end())
                fault(path + ".target", "format", mount.target,
                      "an absolute path outside the system's folders, such as /data");
            else if (!seen.insert(mount.target).second)
                fault(path + ".target", "twice", mount.target, "each target once");
        }
    }

    void environment() {
        constexpr std::size_t kMostBytes = 64 * 1024;
        std::size_t total = 0;
        for (const auto& [name, value] : m_spec.environment) {
            variable("environment." + name, name);
            if (value.find('\0') != std::string::npos)
                fault("environment." + name, "format", "a NUL character", "text without NUL");
            total += name.size() + value.size() + 2;
        }
        if (total > kMostBytes)
            fault("environment", "length", fmt::format("{} bytes", total), fmt::format("at most {} bytes", kMostBytes));
        for (const auto& [name, secret] : m_spec.secrets) {
            variable("secrets." + name, name);
            if (secret.empty()) fault("secrets." + name, "required", "", "the name of a secret");
            if (m_spec.environment.contains(name)) fault("secrets." + name, "twice", name, "each variable once");
        }
    }

    void variable(const std::string& path, const std::string& name) {
        if (!isVariableName(name))
            fault(path, "format", name, "letters, digits and '_', not beginning with a digit");
        else if (name.starts_with("PH_"))
            fault(path, "reserved", name, "names that do not begin with PH_");
    }

    void resources() {
        const auto& r = m_spec.resources;
        if (r.cpu.value < 10 || r.cpu.value > 1'000'000)
            fault("resources.cpu", "range", cpuText(r.cpu), "0.01 to 1000 cores");
        bytes("resources.memory", r.memory, mebibytes(4), gibibytes(1 << 16));
        bytes("resources.shared_memory", r.sharedMemory, {0}, r.memory);
        bytes("resources.scratch", r.scratch, mebibytes(1), gibibytes(1 << 20));
        std::set<std::string> seen;
        for (std::size_t i = 0; i < r.accelerators.size(); ++i) {
            const auto path = fmt::format("resources.accelerators[{}]", i);
            range(path + ".count", r.accelerators[i].count, 1, 1024);
            if (r.accelerators[i].model.empty())
                fault(path + ".model", "required", "", "a model, or any");
            else if (!seen.insert(r.accelerators[i].model).second)
                fault(path + ".model", "twice", r.accelerators[i].model, "each model once");
        }
    }

    void policy() {
        if (m_spec.timeLimit.value != 0 && (m_spec.timeLimit.value < 1 || m_spec.timeLimit > m_limits.longestTimeLimit))
            fault("time_limit", "range", durationText(m_spec.timeLimit),
                  fmt::format("1s to {}", durationText(m_limits.longestTimeLimit)));
        range("retries.transient", m_spec.retries.transient, 0, 100);
        range("retries.permanent", m_spec.retries.permanent, 0, 100);
        for (std::size_t i = 0; i < m_spec.retries.transientExitCodes.size(); ++i)
            range(fmt::format("retries.transient_exit_codes[{}]", i), m_spec.retries.transientExitCodes[i], 1, 255);
        range("priority", m_spec.priority, -100, 100);
        range("array", m_spec.array, 0, m_limits.largestArray);
        if (m_spec.after.size() > 100) fault("after", "count", fmt::format("{}", m_spec.after.size()), "at most 100");
    }

    void outputs() {
        if (m_spec.outputs.size() > 100)
            fault("outputs", "count", fmt::format("{}", m_spec.outputs.size()), "at most 100");
        for (std::size_t i = 0; i < m_spec.outputs.size(); ++i)
            if (!isInnerPath(m_spec.outputs[i]))
                fault(fmt::format("outputs[{}]", i), "format", m_spec.outputs[i],
                      "a relative path or pattern without '..'");
    }

    const JobSpec& m_spec;
    const JobLimits& m_limits;
    std::vector<Fault> m_faults;
};

}  // namespace

std::vector<Fault> validateJob(const JobSpec& spec, const JobLimits& limits) {
    return Check(spec, limits).run();
}

JobSpec completedJob(JobSpec spec, const JobLimits& limits) {
    if (spec.name.empty() && !spec.command.empty()) spec.name = nameFrom(spec.command.front());
    if (spec.timeLimit.value == 0) spec.timeLimit = limits.defaultTimeLimit;
    // Who asks for little memory and says nothing of /dev/shm must not be refused for its default.
    auto& shared = spec.resources.sharedMemory;
    if (shared == Resources().sharedMemory) shared = std::min(shared, spec.resources.memory);
    return spec;
}

bool isInnerPath(const std::string& path) {
    constexpr std::size_t kLongestName = 255;  // of one file or folder, on every file system that runs tasks
    if (path.empty() || path.size() > 1024 || path.front() == '/' || path.back() == '/' || hasControl(path))
        return false;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const auto part = std::string_view(path).substr(begin, end - begin);
        if (part.empty() || part.size() > kLongestName || part == "." || part == "..") return false;
        begin = end + 1;
    }
    return true;
}

bool isDigest(const std::string& text) {
    constexpr std::string_view kPrefix = "sha256:";
    return text.size() == kPrefix.size() + 64 && text.starts_with(kPrefix) &&
           text.find_first_not_of("0123456789abcdef", kPrefix.size()) == std::string::npos;
}

}  // namespace ph
