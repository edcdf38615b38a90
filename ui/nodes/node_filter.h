#pragma once

#include "ui/nodes/node_model.h"
#include "ui/widgets/filter_query.h"

#include <QSortFilterProxyModel>

namespace ph::ui {

QStringList nodeFilterWords();
QStringList nodeFilterNumbers();

/// Sorts and filters nodes by their values.
class NodeFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit NodeFilter(NodeModel& nodes, QObject* parent = nullptr);

    void setQuery(FilterQuery query);
    const NodeSummary& node(const QModelIndex& index) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    NodeModel& m_nodes;
    FilterQuery m_query;
};

}  // namespace ph::ui
