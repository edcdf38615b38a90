#pragma once

#include "mirror/nodes/node_table.h"

#include <QAbstractTableModel>
#include <QString>

namespace ph::ui {

/// The mirror's nodes as a table: what each has and holds.
class NodeModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, State, Running, Cpu, Memory, Scratch, Cards, Engine, Columns };

    explicit NodeModel(mirror::NodeTable& nodes, QObject* parent = nullptr);

    const NodeSummary& node(int row) const { return m_nodes.at(row); }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void retranslate();

private:
    QVariant text(const NodeSummary& node, int column) const;
    QVariant share(const NodeSummary& node, int column) const;

    mirror::NodeTable& m_nodes;
};

/// "8 × H200, 2 × A100 (simulated)", "–" for none.
QString cardsText(const NodeSummary& node);

}  // namespace ph::ui
