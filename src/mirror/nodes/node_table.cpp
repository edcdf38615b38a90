#include "mirror/nodes/node_table.h"

#include "mirror/table_steps.h"

namespace ph::mirror {

const NodeSummary* NodeTable::find(NodeId id) const {
    const int index = m_rows.indexOf(id);
    return index < 0 ? nullptr : &m_rows.at(index);
}

void NodeTable::put(std::vector<NodeSummary> rows) {
    putRows(*this, m_rows, std::move(rows));
}

void NodeTable::putListed(const std::vector<NodeSummary>& rows) {
    for (const auto& row : rows) m_rows.noteListed(row.id);
    put(rows);
}

void NodeTable::remove(const std::vector<Removal>& removals) {
    std::vector<int> gone;
    for (const auto& [id, seq] : removals)
        if (m_rows.bury(id, seq)) gone.push_back(m_rows.indexOf(id));
    dropRows(*this, m_rows, std::move(gone));
}

void NodeTable::endList(std::int64_t seq) {
    dropRows(*this, m_rows, m_rows.endList(seq));
}

void NodeTable::clear() {
    if (count() == 0) return;
    Q_EMIT aboutToReset();
    m_rows.clear();
    Q_EMIT reset();
}

}  // namespace ph::mirror
