#pragma once

#include "domain/nodes/node.h"
#include "mirror/row_set.h"
#include "mirror/table.h"

namespace ph::mirror {

/// Nodes of the site. Only Mirror writes; GUI thread.
class NodeTable : public Table {
    Q_OBJECT
public:
    using Table::Table;

    int count() const { return m_rows.size(); }
    const NodeSummary& at(int index) const { return m_rows.at(index); }
    int indexOf(NodeId id) const { return m_rows.indexOf(id); }
    /// Null if there is none; valid until the next change.
    const NodeSummary* find(NodeId id) const;

    /// An object that is gone as of an event.
    using Removal = std::pair<NodeId, std::int64_t>;

    void put(std::vector<NodeSummary> rows);
    void put(NodeSummary row) { put(std::vector{std::move(row)}); }
    void remove(const std::vector<Removal>& removals);
    void remove(NodeId id, std::int64_t seq) { remove({{id, seq}}); }
    void beginList() { m_rows.beginList(); }
    void putListed(const std::vector<NodeSummary>& rows);
    /// Drops rows that the list lacks and no event later than `seq` brought.
    void endList(std::int64_t seq);
    void clear();

private:
    RowSet<NodeSummary> m_rows;
};

}  // namespace ph::mirror
