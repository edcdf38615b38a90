#include "mirror/nodes/node_table.h"

namespace ph::mirror {

const NodeSummary* NodeTable::find(NodeId id) const {
    const int index = m_rows.indexOf(id);
    return index < 0 ? nullptr : &m_rows.at(index);
}

void NodeTable::put(NodeSummary row) {
    using Step = RowSet<NodeSummary>::Step;
    const Step step = m_rows.judge(row);
    if (step == Step::Insert) {
        const int index = count();
        Q_EMIT aboutToInsert(index);
        m_rows.put(std::move(row));
        Q_EMIT inserted(index);
    } else if (step == Step::Update) {
        Q_EMIT changed(m_rows.put(std::move(row)));
    }
}

void NodeTable::putListed(NodeSummary row) {
    m_rows.noteListed(row.id);
    put(std::move(row));
}

void NodeTable::remove(NodeId id, std::int64_t seq) {
    if (m_rows.bury(id, seq)) drop(m_rows.indexOf(id));
}

void NodeTable::endList(std::int64_t seq) {
    for (const int index : m_rows.endList(seq)) drop(index);
}

void NodeTable::drop(int index) {
    Q_EMIT aboutToRemove(index);
    m_rows.drop(index);
    Q_EMIT removed(index);
}

void NodeTable::clear() {
    if (count() == 0) return;
    Q_EMIT aboutToReset();
    m_rows.clear();
    Q_EMIT reset();
}

}  // namespace ph::mirror
