#include "ui/nodes/node_model.h"

#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

namespace ph::ui {

using namespace Qt::StringLiterals;

NodeModel::NodeModel(mirror::NodeTable& nodes, QObject* parent) : QAbstractTableModel(parent), m_nodes(nodes) {
    connect(&nodes, &mirror::Table::aboutToInsert, this,
            [this](int first, int last) { beginInsertRows({}, first, last); });
    connect(&nodes, &mirror::Table::inserted, this, [this] { endInsertRows(); });
    connect(&nodes, &mirror::Table::aboutToRemove, this,
            [this](int first, int last) { beginRemoveRows({}, first, last); });
    connect(&nodes, &mirror::Table::removed, this, [this] { endRemoveRows(); });
    connect(&nodes, &mirror::Table::aboutToReset, this, [this] { beginResetModel(); });
    connect(&nodes, &mirror::Table::reset, this, [this] { endResetModel(); });
    connect(&nodes, &mirror::Table::changed, this,
            [this](int first, int last) { Q_EMIT dataChanged(index(first, 0), index(last, Columns - 1)); });
}

int NodeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_nodes.count();
}

int NodeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant NodeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_nodes.count()) return {};
    const auto& row = m_nodes.at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return tipText(index.column() == State && !row.stateDetail.empty() ? qt(row.stateDetail)
                                                                               : text(row, index.column()).toString());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue<int>((index.column() == Running ? Qt::AlignRight : Qt::AlignLeft) |
                                            Qt::AlignVCenter);
        case CellDelegate::kLookRole:
            return index.column() == State ? QVariant::fromValue(lookOf(row.state)) : QVariant();
        case CellDelegate::kShareRole:
            return share(row, index.column());
        case CellDelegate::kQuietRole:
            return index.column() == Engine;
        default:
            return {};
    }
}

QVariant NodeModel::text(const NodeSummary& node, int column) const {
    switch (column) {
        case Name:
            return qt(node.name);
        case State:
            return lookOf(node.state).word;
        case Running:
            return node.running;
        case Cpu:
            return tr("%1 of %2 cores").arg(qt(cpuText(node.cpuAllocated)), qt(cpuText(node.capacity.cpu)));
        case Memory:
            return tr("%1 of %2").arg(sizeText(node.memoryAllocated), sizeText(node.capacity.memory));
        case Scratch:
            return tr("%1 of %2").arg(sizeText(node.scratchAllocated), sizeText(node.capacity.scratch));
        case Cards: {
            if (node.capacity.accelerators.empty()) return u"–"_s;
            return tr("%1 of %2").arg(QString::number(node.acceleratorsAllocated.size()), cardsText(node));
        }
        case Engine:
            return qt(node.capabilities.engine);
        default:
            return {};
    }
}

QVariant NodeModel::share(const NodeSummary& node, int column) const {
    const auto part = [](std::int64_t used, std::int64_t all) {
        return all > 0 ? QVariant(static_cast<double>(used) / static_cast<double>(all)) : QVariant();
    };
    switch (column) {
        case Cpu:
            return part(node.cpuAllocated.value, node.capacity.cpu.value);
        case Memory:
            return part(node.memoryAllocated.value, node.capacity.memory.value);
        case Scratch:
            return part(node.scratchAllocated.value, node.capacity.scratch.value);
        case Cards:
            return part(static_cast<std::int64_t>(node.acceleratorsAllocated.size()),
                        static_cast<std::int64_t>(node.capacity.accelerators.size()));
        default:
            return {};
    }
}

QVariant NodeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section == Running)
        return QVariant::fromValue<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Name");
        case State:
            return tr("State");
        case Running:
            return tr("Tasks");
        case Cpu:
            return tr("CPU allocated");
        case Memory:
            return tr("Memory allocated");
        case Scratch:
            return tr("Scratch allocated");
        case Cards:
            return tr("Accelerators allocated");
        case Engine:
            return tr("Engine");
        default:
            return {};
    }
}

void NodeModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Columns - 1);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

QString cardsText(const NodeSummary& node) {
    std::map<std::pair<std::string, bool>, int> counts;
    for (const auto& card : node.capacity.accelerators) ++counts[{card.model, card.simulated}];
    QStringList parts;
    for (const auto& [kind, count] : counts) {
        const QString name = u"%1 × %2"_s.arg(count).arg(qt(kind.first));
        parts << (kind.second ? NodeModel::tr("%1 (simulated)").arg(name) : name);
    }
    return parts.isEmpty() ? u"–"_s : parts.join(u", "_s);
}

}  // namespace ph::ui
