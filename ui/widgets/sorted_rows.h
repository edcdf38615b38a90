#pragma once

#include <QAbstractProxyModel>

#include <vector>

namespace ph::ui {

/// Sorts and filters a flat table. However many rows change at once, it tells a handful of signals: rows that go are
/// first brought together, rows that come start at the end and are then brought to their places. What is chosen stays
/// chosen. QSortFilterProxyModel tells each stretch by itself, and each costs as much as the table is long.
class SortedRows : public QAbstractProxyModel {
    Q_OBJECT
public:
    /// `source` outlives this and changes its layout only by inserting, removing or resetting rows.
    explicit SortedRows(QAbstractItemModel& source, QObject* parent = nullptr);

    using QObject::parent;
    QModelIndex mapToSource(const QModelIndex& index) const override;
    QModelIndex mapFromSource(const QModelIndex& index) const override;
    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex&) const override { return {}; }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

protected:
    /// Rows are those of the source.
    virtual bool accepts(int row) const = 0;
    virtual bool lessThan(int left, int right, int column) const = 0;
    /// Comes before a series of comparisons: what they need and must not change meanwhile, such as the time.
    virtual void beginComparing() {}
    /// After `accepts` has changed its mind, and at the end of the derived constructor.
    void refilter();
    int sourceRow(const QModelIndex& index) const { return m_order[static_cast<std::size_t>(index.row())]; }

private:
    using Rows = std::vector<int>;

    void sourceChanged(const QModelIndex& first, const QModelIndex& last);
    void sourceInserted(const QModelIndex& parent, int first, int last);
    void sourceAboutToRemove(const QModelIndex& parent, int first, int last);
    void sourceRemoved(const QModelIndex& parent, int first, int last);
    void sourceReset();

    bool before(int a, int b) const;
    bool staysPut(int row) const;
    void insertOne(int row);
    Rows merged(Rows rest, Rows others);
    void become(const Rows& wanted);
    void takeOut(const Rows& kept, const Rows& gone);
    void putIn(const Rows& wanted, const Rows& fresh);
    void rearrange(const Rows& order);
    void set(const Rows& order);
    int placeOf(int row) const { return m_places[static_cast<std::size_t>(row)]; }

    Rows m_order;   ///< the source's row of each of ours
    Rows m_places;  ///< our row of each of the source's, -1: left out
    int m_column = -1;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
};

}  // namespace ph::ui
