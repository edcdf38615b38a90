#include "ui/jobs/job_model.h"

#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

namespace ph::ui {

using namespace Qt::StringLiterals;

JobModel::JobModel(mirror::JobTable& jobs, QObject* parent) : QAbstractTableModel(parent), m_jobs(jobs) {
    connect(&jobs, &mirror::Table::aboutToInsert, this,
            [this](int first, int last) { beginInsertRows({}, first, last); });
    connect(&jobs, &mirror::Table::inserted, this, [this] { endInsertRows(); });
    connect(&jobs, &mirror::Table::aboutToRemove, this,
            [this](int first, int last) { beginRemoveRows({}, first, last); });
    connect(&jobs, &mirror::Table::removed, this, [this] { endRemoveRows(); });
    connect(&jobs, &mirror::Table::aboutToReset, this, [this] { beginResetModel(); });
    connect(&jobs, &mirror::Table::reset, this, [this] { endResetModel(); });
    connect(&jobs, &mirror::Table::changed, this,
            [this](int first, int last) { Q_EMIT dataChanged(index(first, 0), index(last, Columns - 1)); });
}

int JobModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_jobs.count();
}

int JobModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant JobModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_jobs.count()) return {};
    const auto& row = m_jobs.at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return tipText(tip(row, index.column()).toString());
        case Qt::TextAlignmentRole: {
            const bool number = index.column() == Cpu || index.column() == Memory || index.column() == Duration ||
                                index.column() == Priority;
            return QVariant::fromValue<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        }
        case CellDelegate::kLookRole:
            return index.column() == State ? QVariant::fromValue(lookOf(row.state)) : QVariant();
        case CellDelegate::kQuietRole:
            return index.column() == Number || index.column() == Why || index.column() == Queued;
        default:
            return {};
    }
}

QVariant JobModel::text(const JobSummary& job, int column) const {
    switch (column) {
        case Number:
            return u"#%1"_s.arg(job.number);
        case Name:
            return job.arrayOf ? u"%1 [%2]"_s.arg(qt(job.name)).arg(job.arrayIndex) : qt(job.name);
        case State:
            return lookOf(job.state).word;
        case Why:
            return reasonSentence(job.reason);
        case Owner:
            return qt(job.ownerName);
        case Cpu:
            return coresText(job.resources.cpu);
        case Memory:
            return sizeText(job.resources.memory);
        case Cards:
            return cardsText(job.resources);
        case Queued:
            return ago(job.queuedAt, presentTime());
        case Duration: {
            const auto length = durationOf(job, presentTime());
            return job.startedAt ? lengthOfTime(length) : QString();
        }
        case Node:
            return qt(job.nodeName);
        case Priority:
            return job.priority;
        default:
            return {};
    }
}

QVariant JobModel::tip(const JobSummary& job, int column) const {
    switch (column) {
        case Number:
            return qt(job.id.str());
        case Queued:
            return exactTime(job.queuedAt);
        case Duration:
            if (!job.startedAt) return {};
            return job.endedAt ? tr("%1 to %2").arg(exactTime(job.startedAt), exactTime(job.endedAt))
                               : tr("Since %1").arg(exactTime(job.startedAt));
        case Why:
        case Name:
            return text(job, column);
        default:
            return {};
    }
}

QVariant JobModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole &&
        (section == Cpu || section == Memory || section == Duration || section == Priority))
        return QVariant::fromValue<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Number:
            return tr("No.");
        case Name:
            return tr("Name");
        case State:
            return tr("State");
        case Why:
            return tr("Reason");
        case Owner:
            return tr("Owner");
        case Cpu:
            return tr("CPU");
        case Memory:
            return tr("Memory");
        case Cards:
            return tr("Accelerators");
        case Queued:
            return tr("Submitted");
        case Duration:
            return tr("Duration");
        case Node:
            return tr("Node");
        case Priority:
            return tr("Priority");
        default:
            return {};
    }
}

void JobModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Columns - 1);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

int cardsOf(const Resources& resources) {
    int count = 0;
    for (const auto& request : resources.accelerators) count += request.count;
    return count;
}

QString cardsText(const Resources& resources) {
    QStringList parts;
    for (const auto& request : resources.accelerators)
        parts << u"%1 × %2"_s.arg(request.count).arg(request.model == "any" ? JobModel::tr("any") : qt(request.model));
    return parts.isEmpty() ? u"–"_s : parts.join(u", "_s);
}

Seconds durationOf(const JobSummary& job, Timestamp now) {
    if (!job.startedAt) return {};
    const Timestamp end = job.endedAt ? job.endedAt : now;
    return {std::max<std::int64_t>(0, (end.micros - job.startedAt.micros) / 1'000'000)};
}

}  // namespace ph::ui
