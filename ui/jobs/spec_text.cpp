#include "ui/jobs/spec_text.h"

#include "reflect/codec.h"
#include "reflect/yaml.h"
#include "ui/jobs/command_text.h"

#include <boost/json/value.hpp>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

/// Drops members that are as in a default specification.
boost::json::value pruned(const boost::json::value& value, const boost::json::value& usual) {
    if (!value.is_object() || !usual.is_object()) return value;
    boost::json::object result;
    for (const auto& member : value.as_object()) {
        const auto* other = usual.as_object().if_contains(member.key());
        if (other && *other == member.value()) continue;
        result.emplace(member.key(), other ? pruned(member.value(), *other) : member.value());
    }
    return result;
}

}  // namespace

QString specYaml(const JobSpec& spec) {
    return QString::fromStdString(reflect::yamlText(pruned(reflect::encode(spec), reflect::encode(JobSpec()))));
}

QString phctlLine(const JobSpec& spec, const QString& folder) {
    const JobSpec usual;
    if (!spec.files.empty() || reflect::encode(spec.retries) != reflect::encode(usual.retries))
        return u"phctl submit job.yaml --follow"_s;
    std::vector<std::string> words{"phctl", "run"};
    const auto option = [&](const char* name, const std::string& value) { words.insert(words.end(), {name, value}); };
    const auto unless = [&](bool same, const char* name, const std::string& value) {
        if (!same) option(name, value);
    };
    const auto& r = spec.resources;
    unless(spec.name.empty(), "--name", spec.name);
    unless(spec.template_.empty(), "--template", spec.template_);
    unless(r.cpu == usual.resources.cpu, "--cpu", cpuText(r.cpu));
    unless(r.memory == usual.resources.memory, "--memory", bytesText(r.memory));
    unless(r.sharedMemory == usual.resources.sharedMemory, "--shared-memory", bytesText(r.sharedMemory));
    unless(r.scratch == usual.resources.scratch, "--scratch", bytesText(r.scratch));
    for (const auto& card : r.accelerators) option("--accelerator", card.model + ":" + std::to_string(card.count));
    unless(spec.timeLimit.value == 0, "--time-limit", durationText(spec.timeLimit));
    for (const auto& [name, value] : spec.environment) option("--env", name + "=" + value);
    for (const auto& [name, value] : spec.secrets) option("--secret", name + "=" + value);
    for (const auto& mount : spec.mounts)
        option("--mount", mount.area + ":" + mount.target + (mount.writable ? ":rw" : ""));
    for (const auto& output : spec.outputs) option("--keep", output);
    for (const auto& job : spec.after) option("--after", job);
    unless(spec.priority == 0, "--priority", std::to_string(spec.priority));
    unless(spec.array == 0, "--array", std::to_string(spec.array));
    if (spec.network == NetworkPolicy::None) words.emplace_back("--no-network");
    if (folder.isEmpty())
        words.emplace_back("--no-files");
    else
        option("--folder", folder.toStdString());
    words.emplace_back("--");
    words.insert(words.end(), spec.command.begin(), spec.command.end());
    return commandLine(words);
}

}  // namespace ph::ui
