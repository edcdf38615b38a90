#include "ui/jobs/job_draft.h"

#include "ui/jobs/command_text.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

const std::vector<std::string> kShell{"/bin/sh", "-c"};

QStringList linesOf(const QString& text) {
    QStringList lines;
    for (const auto& line : text.split(u'\n'))
        if (const auto trimmed = line.trimmed(); !trimmed.isEmpty()) lines << trimmed;
    return lines;
}

class DraftReader {
public:
    explicit DraftReader(const JobDraft& draft) : m_draft(draft) {}

    DraftReading read() {
        m_spec.name = m_draft.name.trimmed().toStdString();
        m_spec.template_ = m_draft.runtime.toStdString();
        command();
        resources();
        if (!m_draft.timeLimit.trimmed().isEmpty())
            amount("time_limit", m_draft.timeLimit, parseDuration, m_spec.timeLimit, "90s, 15m, 2h, 7d");
        m_spec.priority = m_draft.priority;
        m_spec.array = m_draft.array;
        m_spec.retries = {m_draft.transientRetries, m_draft.permanentRetries, m_draft.transientExitCodes};
        m_spec.network = m_draft.network ? NetworkPolicy::Outbound : NetworkPolicy::None;
        m_spec.files = m_draft.files;
        pairs("environment", m_draft.environment, m_spec.environment);
        pairs("secrets", m_draft.secrets, m_spec.secrets);
        mounts();
        for (const auto& line : linesOf(m_draft.outputs)) m_spec.outputs.push_back(line.toStdString());
        static const QRegularExpression gap(u"[\\s,]+"_s);
        for (const auto& id : m_draft.after.split(gap, Qt::SkipEmptyParts)) m_spec.after.push_back(id.toStdString());
        return {std::move(m_spec), std::move(m_faults)};
    }

private:
    void fault(std::string path, std::string code, const QString& value, std::string allowed) {
        m_faults.push_back({std::move(path), std::move(code), value.left(80).toStdString(), std::move(allowed)});
    }

    void command() {
        if (m_draft.shell) {
            if (m_draft.command.trimmed().isEmpty()) return;
            m_spec.command = kShell;
            m_spec.command.push_back(m_draft.command.toStdString());
            return;
        }
        if (auto words = commandWords(m_draft.command))
            m_spec.command = std::move(*words);
        else
            fault("command", "format", m_draft.command, "every quote closed");
    }

    template <class Parse, class Target>
    void amount(const char* path, const QString& text, Parse parse, Target& target, const char* allowed) {
        if (const auto value = parse(text.trimmed().toStdString()))
            target = *value;
        else
            fault(path, text.trimmed().isEmpty() ? "required" : "format", text, allowed);
    }

    void resources() {
        auto& r = m_spec.resources;
        amount("resources.cpu", m_draft.cpu, parseCpu, r.cpu, "2, 0.5, 500m");
        amount("resources.memory", m_draft.memory, parseBytes, r.memory, "512MiB, 2GiB, 64M");
        amount("resources.scratch", m_draft.scratch, parseBytes, r.scratch, "512MiB, 2GiB, 64M");
        amount("resources.shared_memory", m_draft.sharedMemory, parseBytes, r.sharedMemory, "512MiB, 2GiB, 64M");
        r.accelerators.clear();
        if (!m_draft.cardModel.isEmpty())
            r.accelerators.push_back({m_draft.cardModel.toStdString(), m_draft.cardCount});
        r.accelerators.insert(r.accelerators.end(), m_draft.moreCards.begin(), m_draft.moreCards.end());
    }

    void pairs(const std::string& path, const QString& text, std::map<std::string, std::string>& target) {
        for (const auto& line : linesOf(text)) {
            const auto at = line.indexOf(u'=');
            const auto name = line.left(std::max<qsizetype>(at, 0)).trimmed().toStdString();
            if (at <= 0)
                fault(path, "format", line, "NAME=value");
            else if (!target.emplace(name, line.mid(at + 1).toStdString()).second)
                fault(path + "." + name, "twice", line, "each variable once");
        }
    }

    void mounts() {
        for (const auto& line : linesOf(m_draft.mounts)) {
            const auto parts = line.split(u':');
            const bool writable = parts.size() == 3 && parts[2] == "rw"_L1;
            if (parts.size() < 2 || parts.size() > 3 || (parts.size() == 3 && !writable && parts[2] != "ro"_L1)) {
                fault("mounts", "format", line, "area:/target or area:/target:rw");
                continue;
            }
            m_spec.mounts.push_back({parts[0].toStdString(), parts[1].toStdString(), writable});
        }
    }

    const JobDraft& m_draft;
    JobSpec m_spec;
    std::vector<Fault> m_faults;
};

QString joinedPairs(const std::map<std::string, std::string>& pairs) {
    QStringList lines;
    for (const auto& [name, value] : pairs) lines << QString::fromStdString(name + "=" + value);
    return lines.join(u'\n');
}

}  // namespace

DraftReading readDraft(const JobDraft& draft, const JobLimits& limits) {
    auto reading = DraftReader(draft).read();
    for (auto& fault : validateJob(reading.spec, limits)) {
        // A text that could not be read left its default behind; only its own fault counts.
        const bool told = std::any_of(reading.faults.begin(), reading.faults.end(),
                                      [&](const Fault& f) { return f.path == fault.path; });
        if (!told) reading.faults.push_back(std::move(fault));
    }
    return reading;
}

JobDraft draftOf(const JobSpec& spec) {
    JobDraft draft;
    draft.name = QString::fromStdString(spec.name);
    draft.runtime = QString::fromStdString(spec.template_);
    draft.shell = spec.command.size() == 3 && spec.command[0] == kShell[0] && spec.command[1] == kShell[1];
    draft.command = draft.shell ? QString::fromStdString(spec.command[2]) : commandLine(spec.command);
    draft.cpu = QString::fromStdString(cpuText(spec.resources.cpu));
    draft.memory = QString::fromStdString(bytesText(spec.resources.memory));
    draft.scratch = QString::fromStdString(bytesText(spec.resources.scratch));
    draft.sharedMemory = QString::fromStdString(bytesText(spec.resources.sharedMemory));
    if (!spec.resources.accelerators.empty()) {
        draft.cardModel = QString::fromStdString(spec.resources.accelerators[0].model);
        draft.cardCount = spec.resources.accelerators[0].count;
        draft.moreCards.assign(spec.resources.accelerators.begin() + 1, spec.resources.accelerators.end());
    }
    if (spec.timeLimit.value > 0) draft.timeLimit = QString::fromStdString(durationText(spec.timeLimit));
    draft.priority = spec.priority;
    draft.array = spec.array;
    draft.transientRetries = spec.retries.transient;
    draft.permanentRetries = spec.retries.permanent;
    draft.transientExitCodes = spec.retries.transientExitCodes;
    draft.network = spec.network == NetworkPolicy::Outbound;
    draft.environment = joinedPairs(spec.environment);
    draft.secrets = joinedPairs(spec.secrets);
    QStringList mounts, outputs, after;
    for (const auto& mount : spec.mounts)
        mounts << QString::fromStdString(mount.area + ":" + mount.target + (mount.writable ? ":rw" : ""));
    for (const auto& output : spec.outputs) outputs << QString::fromStdString(output);
    for (const auto& id : spec.after) after << QString::fromStdString(id);
    draft.mounts = mounts.join(u'\n');
    draft.outputs = outputs.join(u'\n');
    draft.after = after.join(u' ');
    draft.files = spec.files;
    return draft;
}

}  // namespace ph::ui
