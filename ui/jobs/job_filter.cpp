#include "ui/jobs/job_filter.h"

#include "reflect/codec.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

class JobSubject final : public FilterSubject {
public:
    explicit JobSubject(const JobSummary& job) : m_job(job) {}

    QString haystack() const override {
        return u"#%1 %2 %3 %4 %5"_s.arg(m_job.number)
            .arg(qt(m_job.name), qt(m_job.ownerName), qt(m_job.nodeName), qt(m_job.id.str()));
    }
    std::optional<QString> word(const QString& field) const override {
        if (field == "state"_L1) return qt(reflect::word(m_job.state));
        if (field == "owner"_L1) return qt(m_job.ownerName);
        if (field == "node"_L1) return qt(m_job.nodeName);
        if (field == "name"_L1) return qt(m_job.name);
        if (field == "reason"_L1) return qt(reflect::word(m_job.reason.code));
        return std::nullopt;
    }
    std::optional<double> number(const QString& field) const override {
        if (field == "gpu"_L1) return cardsOf(m_job.resources);
        if (field == "cpu"_L1) return static_cast<double>(m_job.resources.cpu.value) / 1000;
        if (field == "memory"_L1) return static_cast<double>(m_job.resources.memory.value);
        if (field == "priority"_L1) return m_job.priority;
        if (field == "attempt"_L1) return m_job.attempt;
        if (field == "duration"_L1) return static_cast<double>(durationOf(m_job, presentTime()).value);
        return std::nullopt;
    }

private:
    const JobSummary& m_job;
};

}  // namespace

QStringList jobFilterWords() {
    return {u"state"_s, u"owner"_s, u"node"_s, u"name"_s, u"reason"_s};
}

QStringList jobFilterNumbers() {
    return {u"gpu"_s, u"cpu"_s, u"memory"_s, u"priority"_s, u"attempt"_s, u"duration"_s};
}

JobFilter::JobFilter(JobModel& jobs, QObject* parent) : SortedRows(jobs, parent), m_jobs(jobs) {
    refilter();
}

void JobFilter::setQuery(FilterQuery query) {
    m_query = std::move(query);
    refilter();
}

const JobSummary& JobFilter::job(const QModelIndex& index) const {
    return m_jobs.job(sourceRow(index));
}

bool JobFilter::accepts(int row) const {
    return m_query.isEmpty() || m_query.matches(JobSubject(m_jobs.job(row)));
}

void JobFilter::beginComparing() {
    m_now = presentTime();
}

bool JobFilter::lessThan(int left, int right, int column) const {
    const auto& a = m_jobs.job(left);
    const auto& b = m_jobs.job(right);
    const auto by = [&](const auto& x, const auto& y) { return x != y ? x < y : a.number < b.number; };
    switch (column) {
        case JobModel::Name:
            return by(a.name, b.name);
        case JobModel::State:
            return by(a.state, b.state);
        case JobModel::Why:
            return by(a.reason.code, b.reason.code);
        case JobModel::Owner:
            return by(a.ownerName, b.ownerName);
        case JobModel::Cpu:
            return by(a.resources.cpu, b.resources.cpu);
        case JobModel::Memory:
            return by(a.resources.memory, b.resources.memory);
        case JobModel::Cards:
            return by(cardsOf(a.resources), cardsOf(b.resources));
        case JobModel::Queued:
            return by(a.queuedAt, b.queuedAt);
        case JobModel::Duration:
            return by(durationOf(a, m_now), durationOf(b, m_now));
        case JobModel::Node:
            return by(a.nodeName, b.nodeName);
        case JobModel::Priority:
            return by(a.priority, b.priority);
        default:
            return a.number < b.number;
    }
}

}  // namespace ph::ui
