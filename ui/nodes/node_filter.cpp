#include "ui/nodes/node_filter.h"

#include "reflect/codec.h"
#include "ui/widgets/words.h"

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

class NodeSubject final : public FilterSubject {
public:
    explicit NodeSubject(const NodeSummary& node) : m_node(node) {}

    QString haystack() const override {
        QString text = qt(m_node.name) + u' ' + cardsText(m_node);
        for (const auto& [name, value] : m_node.labels) text += u' ' + qt(name) + u'=' + qt(value);
        return text;
    }
    std::optional<QString> word(const QString& field) const override {
        if (field == "state"_L1) return qt(reflect::word(m_node.state));
        if (field == "name"_L1) return qt(m_node.name);
        if (field == "engine"_L1) return qt(m_node.capabilities.engine);
        return std::nullopt;
    }
    std::optional<double> number(const QString& field) const override {
        if (field == "gpu"_L1) return static_cast<double>(m_node.capacity.accelerators.size());
        if (field == "cpu"_L1) return static_cast<double>(m_node.capacity.cpu.value) / 1000;
        if (field == "memory"_L1) return static_cast<double>(m_node.capacity.memory.value);
        if (field == "tasks"_L1) return m_node.running;
        return std::nullopt;
    }

private:
    const NodeSummary& m_node;
};

}  // namespace

QStringList nodeFilterWords() {
    return {u"state"_s, u"name"_s, u"engine"_s};
}

QStringList nodeFilterNumbers() {
    return {u"gpu"_s, u"cpu"_s, u"memory"_s, u"tasks"_s};
}

NodeFilter::NodeFilter(NodeModel& nodes, QObject* parent) : SortedRows(nodes, parent), m_nodes(nodes) {
    refilter();
}

void NodeFilter::setQuery(FilterQuery query) {
    m_query = std::move(query);
    refilter();
}

const NodeSummary& NodeFilter::node(const QModelIndex& index) const {
    return m_nodes.node(sourceRow(index));
}

bool NodeFilter::accepts(int row) const {
    return m_query.isEmpty() || m_query.matches(NodeSubject(m_nodes.node(row)));
}

bool NodeFilter::lessThan(int left, int right, int column) const {
    const auto& a = m_nodes.node(left);
    const auto& b = m_nodes.node(right);
    const auto by = [&](const auto& x, const auto& y) { return x != y ? x < y : a.name < b.name; };
    switch (column) {
        case NodeModel::State:
            return by(a.state, b.state);
        case NodeModel::Running:
            return by(a.running, b.running);
        case NodeModel::Cpu:
            return by(a.capacity.cpu - a.cpuAllocated, b.capacity.cpu - b.cpuAllocated);
        case NodeModel::Memory:
            return by(a.capacity.memory - a.memoryAllocated, b.capacity.memory - b.memoryAllocated);
        case NodeModel::Scratch:
            return by(a.capacity.scratch - a.scratchAllocated, b.capacity.scratch - b.scratchAllocated);
        case NodeModel::Cards:
            return by(a.capacity.accelerators.size(), b.capacity.accelerators.size());
        case NodeModel::Engine:
            return by(a.capabilities.engine, b.capabilities.engine);
        default:
            return a.name < b.name;
    }
}

}  // namespace ph::ui
