#include "app/controller/support_facts.h"

#include "api/version.h"
#include "base/log_tail.h"
#include "base/utf8.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/version.hpp>

#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/utsname.h>
#include <unistd.h>

namespace ph::controller {

namespace {

constexpr std::size_t kLongestFact = 4000;

std::string contentOf(const std::string& path) {
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return excerpt(std::string_view(text).substr(0, text.find_last_not_of('\n') + 1), kLongestFact);
}

/// The lines of `text` that begin with one of `words`.
std::string linesOf(const std::string& text, const std::vector<std::string>& words) {
    std::istringstream lines(text);
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        for (const auto& word : words)
            if (line.starts_with(word)) kept += line + "\n";
    return kept;
}

std::map<std::string, std::string> machine() {
    std::map<std::string, std::string> facts;
    utsname name{};
    ::uname(&name);
    facts["kernel"] = std::string(name.sysname) + " " + name.release + " " + name.version + " " + name.machine;
    facts["system"] = linesOf(contentOf("/etc/os-release"), {"PRETTY_NAME="});
    facts["cpus"] = std::to_string(::sysconf(_SC_NPROCESSORS_ONLN));
    facts["memory"] = linesOf(contentOf("/proc/meminfo"), {"MemTotal", "SwapTotal"});
    facts["process"] = linesOf(contentOf("/proc/self/status"), {"Uid", "NoNewPrivs", "Seccomp", "CapEff", "CapBnd"});
    facts["limits"] = contentOf("/proc/self/limits");
    for (const char* file :
         {"/proc/self/cgroup", "/sys/fs/cgroup/cgroup.controllers", "/sys/fs/cgroup/cgroup.subtree_control",
          "/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/unprivileged_userns_clone",
          "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "/proc/sys/kernel/pid_max",
          "/proc/sys/vm/overcommit_memory"})
        facts[file] = contentOf(file);
    for (const char* program : {"/usr/bin/bwrap", "/usr/bin/slirp4netns"})
        facts[program] = ::access(program, X_OK) == 0 ? "there" : "absent";
    return facts;
}

std::map<std::string, std::string> program() {
    return {{"version", std::string(api::kProgramVersion)},
            {"compiler", __VERSION__},
            {"boost", BOOST_LIB_VERSION},
#ifdef NDEBUG
            {"build", "release"}};
#else
            {"build", "development"}};
#endif
}

boost::json::object configuration(const Options& options, const SiteCatalogue& catalogue, bool ownStore) {
    boost::json::object out;
    out["listen"] = options.listen;
    out["port"] = options.port;
    out["host_names"] = options.hosts.size();
    out["log_level"] = options.logLevel;
    out["simulated_accelerators"] = reflect::encode(options.simulatedAccelerators);
    out["control_groups"] = options.controlGroups;
    out["store"] = ownStore ? "sqlite" : "postgresql";
    out["limits"] = reflect::encode(catalogue.limits);
    boost::json::array areas, templates;
    for (const auto& area : catalogue.areas)
        areas.push_back({{"name", area.name}, {"writable", area.writable}, {"for_all", area.organisations.empty()}});
    for (const auto& runtime : catalogue.templates) {
        boost::json::array variables;
        for (const auto& [name, value] : runtime.environment) variables.emplace_back(name);
        templates.push_back({{"name", runtime.name}, {"variables", std::move(variables)}});
    }
    out["areas"] = std::move(areas);
    out["templates"] = std::move(templates);
    return out;
}

SupportPart jsonPart(std::string name, const boost::json::value& value) {
    return {std::move(name), reflect::prettyJson(value)};
}

}  // namespace

SupportFacts::SupportFacts(const Options& options, const SiteCatalogue& catalogue, bool ownStore, PartsThatWork health,
                           const Metrics& metrics, std::shared_ptr<LogTail> log)
    : m_fixed{jsonPart("program.json", reflect::encode(program())),
              jsonPart("machine.json", reflect::encode(machine())),
              jsonPart("configuration.json", configuration(options, catalogue, ownStore))},
      m_health(std::move(health)),
      m_metrics(metrics),
      m_log(std::move(log)) {}

std::vector<SupportPart> SupportFacts::parts() const {
    auto parts = m_fixed;
    parts.push_back(jsonPart("health.json", reflect::encode(m_health())));
    parts.push_back({"metrics.txt", m_metrics.text()});
    parts.push_back({"log.txt", m_log->text()});
    return parts;
}

}  // namespace ph::controller
