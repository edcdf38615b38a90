#include "cli/jobs/run_options.h"

#include "base/units.h"

#include <charconv>

namespace ph::cli {

namespace {

constexpr std::string_view kSize = "a size such as 512MiB or 2GiB";

/// Reads one value with `parse` if it was given.
template <class T, class Parse>
void read(T& out, const std::string& option, const std::string& text, Parse parse, std::string_view allowed,
          std::vector<Fault>& faults) {
    if (text.empty()) return;
    if (const auto value = parse(std::string_view(text)))
        out = *value;
    else
        faults.push_back({option, "format", text, std::string(allowed)});
}

void readPairs(std::map<std::string, std::string>& out, const std::string& option,
               const std::vector<std::string>& texts, std::vector<Fault>& faults) {
    for (const auto& text : texts) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            faults.push_back({option, "format", text, "NAME=VALUE"});
        else
            out[text.substr(0, equals)] = text.substr(equals + 1);
    }
}

AcceleratorRequest accelerator(const std::string& text) {
    AcceleratorRequest request;
    const auto colon = text.rfind(':');
    const std::string_view last = std::string_view(text).substr(colon == std::string::npos ? 0 : colon + 1);
    int count = 0;
    const auto [end, failed] = std::from_chars(last.data(), last.data() + last.size(), count);
    const bool counted = failed == std::errc() && end == last.data() + last.size();
    if (counted) request.count = count;
    if (colon != std::string::npos && counted)
        request.model = text.substr(0, colon);
    else if (!counted)
        request.model = text;
    return request;
}

std::optional<MountRequest> mount(const std::string& text) {
    const auto colon = text.find(':');
    if (colon == std::string::npos || colon == 0) return std::nullopt;
    MountRequest request{text.substr(0, colon), text.substr(colon + 1), false};
    if (request.target.ends_with(":rw")) {
        request.writable = true;
        request.target.resize(request.target.size() - 3);
    }
    return request;
}

}  // namespace

void RunOptions::describe(Options& options) {
    options.text("--name", m_name, "TEXT", "help-run-name");
    options.text("--template", m_template, "NAME", "help-template");
    options.text("--cpu", m_cpu, "CORES", "help-cpu");
    options.text("--memory", m_memory, "SIZE", "help-memory");
    options.text("--shared-memory", m_sharedMemory, "SIZE", "help-shared-memory");
    options.text("--scratch", m_scratch, "SIZE", "help-scratch");
    options.list("--accelerator", m_accelerators, "[MODEL:]N", "help-accelerator");
    options.text("--time-limit", m_timeLimit, "DURATION", "help-time-limit");
    options.list("-e,--env", m_environment, "NAME=VALUE", "help-environment");
    options.list("--secret", m_secrets, "NAME=SECRET", "help-secret");
    options.list("--mount", m_mounts, "AREA:TARGET[:rw]", "help-mount");
    options.list("--keep", m_outputs, "PATTERN", "help-keep");
    options.list("--after", m_after, "JOB", "help-after");
    options.number("--priority", m_priority, {-100, 100}, "N", "help-priority");
    options.number("--array", m_array, {0, 1'000'000}, "N", "help-array");
    options.flag("--no-network", m_noNetwork, "help-no-network");
}

Result<JobSpec> RunOptions::spec(std::vector<std::string> command) const {
    std::vector<Fault> faults;
    JobSpec spec;
    spec.name = m_name;
    spec.template_ = m_template;
    spec.command = std::move(command);
    auto& resources = spec.resources;
    read(resources.cpu, "--cpu", m_cpu, parseCpu, "cores such as 2, 0.5 or 500m", faults);
    read(resources.memory, "--memory", m_memory, parseBytes, kSize, faults);
    read(resources.sharedMemory, "--shared-memory", m_sharedMemory, parseBytes, kSize, faults);
    read(resources.scratch, "--scratch", m_scratch, parseBytes, kSize, faults);
    read(spec.timeLimit, "--time-limit", m_timeLimit, parseDuration, "a duration such as 90s, 15m or 2h", faults);
    for (const auto& text : m_accelerators) resources.accelerators.push_back(accelerator(text));
    readPairs(spec.environment, "--env", m_environment, faults);
    readPairs(spec.secrets, "--secret", m_secrets, faults);
    for (const auto& text : m_mounts) {
        if (auto request = mount(text))
            spec.mounts.push_back(std::move(*request));
        else
            faults.push_back({"--mount", "format", text, "AREA:TARGET or AREA:TARGET:rw"});
    }
    spec.outputs = m_outputs;
    spec.after = m_after;
    spec.priority = static_cast<int>(m_priority);
    spec.array = static_cast<int>(m_array);
    if (m_noNetwork) spec.network = NetworkPolicy::None;
    if (!faults.empty()) return Error(kInvalid).withFaults(std::move(faults));
    return spec;
}

}  // namespace ph::cli
