#pragma once

#include <QTableView>

#include <vector>

namespace ph::ui {

class EmptyState;

/// A dense table: whole rows, sortable, columns chosen from the header's menu, rows copied as tab-separated text.
class DataTable : public QTableView {
    Q_OBJECT
public:
    explicit DataTable(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// Shown over the body while the table has no rows; the table owns it.
    void setEmptyState(EmptyState* state);
    /// The column that takes what width is left, and those that go, in this order, when less than `least` is left for
    /// it; as long as nobody has chosen columns.
    void setStretchColumn(int column, int least, std::vector<int> optional);

    /// Source-independent: rows of this table's own model.
    QModelIndexList chosenRows() const;
    QString rowsAsText(const QModelIndexList& rows) const;
    QByteArray columnState() const;
    void restoreColumns(const QByteArray& state);

Q_SIGNALS:
    /// Double click or Return.
    void opened(const QModelIndex& index);
    void menuAsked(const QPoint& globalPosition);
    void choiceChanged();
    void columnsChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void selectionChanged(const QItemSelection& chosen, const QItemSelection& dropped) override;

private:
    void chooseColumns(const QPoint& position);
    void placeEmptyState();
    void fitColumns();
    void changedByHand();

    EmptyState* m_empty = nullptr;
    int m_stretch = -1;
    int m_least = 0;
    std::vector<int> m_optional;
    bool m_chosen = false;
};

}  // namespace ph::ui
