#pragma once

#include "ui/nodes/node_model.h"
#include "ui/widgets/filter_query.h"
#include "ui/widgets/sorted_rows.h"

namespace ph::ui {

QStringList nodeFilterWords();
QStringList nodeFilterNumbers();

/// Sorts and filters nodes by their values.
class NodeFilter : public SortedRows {
    Q_OBJECT
public:
    explicit NodeFilter(NodeModel& nodes, QObject* parent = nullptr);

    void setQuery(FilterQuery query);
    const NodeSummary& node(const QModelIndex& index) const;

protected:
    bool accepts(int row) const override;
    bool lessThan(int left, int right, int column) const override;

private:
    NodeModel& m_nodes;
    FilterQuery m_query;
};

}  // namespace ph::ui
