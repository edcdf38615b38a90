#include "ui/widgets/sorted_rows.h"

#include <algorithm>
#include <utility>

namespace ph::ui {

namespace {

/// So few stretches of rows that go are told one by one: the rows around them need not move.
constexpr std::size_t kFewStretches = 8;
/// Rows that change together and are looked at one by one before all are put in order anew.
constexpr int kFewRows = 4;
/// With so many times fewer new rows than old ones, looking for the place of each beats going through all.
constexpr std::size_t kMuchFewer = 16;

}  // namespace

SortedRows::SortedRows(QAbstractItemModel& source, QObject* parent) : QAbstractProxyModel(parent) {
    setSourceModel(&source);
    connect(&source, &QAbstractItemModel::dataChanged, this, &SortedRows::sourceChanged);
    connect(&source, &QAbstractItemModel::rowsInserted, this, &SortedRows::sourceInserted);
    connect(&source, &QAbstractItemModel::rowsAboutToBeRemoved, this, &SortedRows::sourceAboutToRemove);
    connect(&source, &QAbstractItemModel::rowsRemoved, this, &SortedRows::sourceRemoved);
    connect(&source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&source, &QAbstractItemModel::modelReset, this, [this] {
        sourceReset();
        endResetModel();
    });
    connect(&source, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
    m_places.assign(static_cast<std::size_t>(source.rowCount()), -1);
}

QModelIndex SortedRows::mapToSource(const QModelIndex& index) const {
    return index.isValid() ? sourceModel()->index(sourceRow(index), index.column()) : QModelIndex();
}

QModelIndex SortedRows::mapFromSource(const QModelIndex& index) const {
    if (!index.isValid() || placeOf(index.row()) < 0) return {};
    return createIndex(placeOf(index.row()), index.column());
}

QModelIndex SortedRows::index(int row, int column, const QModelIndex& parent) const {
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int SortedRows::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int SortedRows::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : sourceModel()->columnCount();
}

QVariant SortedRows::headerData(int section, Qt::Orientation orientation, int role) const {
    // The base class asks by way of the first row, which an empty table lacks.
    if (orientation == Qt::Horizontal) return sourceModel()->headerData(section, orientation, role);
    return QAbstractProxyModel::headerData(section, orientation, role);
}

void SortedRows::sort(int column, Qt::SortOrder order) {
    m_column = column;
    m_direction = order;
    become(merged({}, m_order));
}

void SortedRows::refilter() {
    Rows kept, fresh;
    std::vector<bool> accepted(m_places.size());
    for (int row = 0; row < static_cast<int>(m_places.size()); ++row) {
        accepted[static_cast<std::size_t>(row)] = accepts(row);
        if (placeOf(row) < 0 && accepted[static_cast<std::size_t>(row)]) fresh.push_back(row);
    }
    for (const int row : m_order)
        if (accepted[static_cast<std::size_t>(row)]) kept.push_back(row);
    become(merged(std::move(kept), std::move(fresh)));
}

void SortedRows::sourceChanged(const QModelIndex& first, const QModelIndex& last) {
    const int low = first.row(), high = last.row();
    Rows rest, changed;
    beginComparing();
    if (high - low < kFewRows) {
        // What a running site mostly does: a row changes and stays where it is.
        bool all = true;
        for (int row = low; row <= high && all; ++row) all = staysPut(row);
        for (int row = low; row <= high && all; ++row)
            if (const int place = placeOf(row); place >= 0)
                Q_EMIT dataChanged(index(place, first.column()), index(place, last.column()));
        if (all) return;
    }
    rest.reserve(m_order.size());
    for (const int row : m_order)
        if (row < low || row > high) rest.push_back(row);
    for (int row = low; row <= high; ++row)
        if (accepts(row)) changed.push_back(row);
    become(merged(std::move(rest), changed));
    if (changed.empty()) return;
    int from = rowCount(), to = -1;
    for (const int row : changed) from = std::min(from, placeOf(row)), to = std::max(to, placeOf(row));
    Q_EMIT dataChanged(index(from, first.column()), index(to, last.column()));
}

void SortedRows::sourceInserted(const QModelIndex&, int first, int last) {
    const int count = last - first + 1;
    for (int& row : m_order)
        if (row >= first) row += count;
    m_places.insert(m_places.begin() + first, static_cast<std::size_t>(count), -1);
    Rows fresh;
    for (int row = first; row <= last; ++row)
        if (accepts(row)) fresh.push_back(row);
    if (count > kFewRows) return become(merged(m_order, std::move(fresh)));
    beginComparing();
    for (const int row : fresh) insertOne(row);
}

void SortedRows::insertOne(int row) {
    const auto found =
        std::upper_bound(m_order.begin(), m_order.end(), row, [this](int a, int b) { return before(a, b); });
    const int place = static_cast<int>(found - m_order.begin());
    beginInsertRows({}, place, place);
    m_order.insert(found, row);
    for (int i = place; i < rowCount(); ++i)
        m_places[static_cast<std::size_t>(m_order[static_cast<std::size_t>(i)])] = i;
    endInsertRows();
}

void SortedRows::sourceAboutToRemove(const QModelIndex&, int first, int last) {
    Rows rest;
    rest.reserve(m_order.size());
    for (const int row : m_order)
        if (row < first || row > last) rest.push_back(row);
    become(rest);
}

void SortedRows::sourceRemoved(const QModelIndex&, int first, int last) {
    for (int& row : m_order)
        if (row > last) row -= last - first + 1;
    m_places.erase(m_places.begin() + first, m_places.begin() + last + 1);
}

void SortedRows::sourceReset() {
    m_places.assign(static_cast<std::size_t>(sourceModel()->rowCount()), -1);
    Rows accepted;
    for (int row = 0; row < static_cast<int>(m_places.size()); ++row)
        if (accepts(row)) accepted.push_back(row);
    set(merged({}, std::move(accepted)));
}

bool SortedRows::before(int a, int b) const {
    if (m_column < 0) return a < b;
    return m_direction == Qt::AscendingOrder ? lessThan(a, b, m_column) : lessThan(b, a, m_column);
}

bool SortedRows::staysPut(int row) const {
    const int place = placeOf(row);
    if (accepts(row) != (place >= 0)) return false;
    const auto at = static_cast<std::size_t>(place);
    return place < 0 || ((place == 0 || !before(row, m_order[at - 1])) &&
                         (place + 1 == rowCount() || !before(m_order[at + 1], row)));
}

/// `rest` in its order with `others` at their places in it.
SortedRows::Rows SortedRows::merged(Rows rest, Rows others) {
    beginComparing();
    const auto inOrder = [this](int a, int b) { return before(a, b); };
    std::stable_sort(others.begin(), others.end(), inOrder);
    if (rest.empty()) return others;
    Rows result;
    result.reserve(rest.size() + others.size());
    auto from = rest.cbegin();
    if (others.size() * kMuchFewer > rest.size()) {
        std::merge(rest.cbegin(), rest.cend(), others.cbegin(), others.cend(), std::back_inserter(result), inOrder);
        return result;
    }
    for (const int row : others) {
        const auto place = std::upper_bound(from, rest.cend(), row, inOrder);
        result.insert(result.end(), from, place);
        result.push_back(row);
        from = place;
    }
    result.insert(result.end(), from, rest.cend());
    return result;
}

void SortedRows::become(const Rows& wanted) {
    std::vector<bool> stays(m_places.size());
    for (const int row : wanted) stays[static_cast<std::size_t>(row)] = true;
    Rows kept, gone, fresh;
    kept.reserve(m_order.size());
    for (const int row : m_order) (stays[static_cast<std::size_t>(row)] ? kept : gone).push_back(row);
    for (const int row : wanted)
        if (placeOf(row) < 0) fresh.push_back(row);
    if (!gone.empty()) takeOut(kept, gone);
    if (!fresh.empty()) putIn(wanted, fresh);
    if (m_order != wanted) rearrange(wanted);
}

/// `kept` and `gone` are our rows, each in their order.
void SortedRows::takeOut(const Rows& kept, const Rows& gone) {
    std::vector<std::pair<int, int>> stretches;
    for (const int row : gone)
        if (const int place = placeOf(row); !stretches.empty() && place == stretches.back().second + 1)
            stretches.back().second = place;
        else
            stretches.emplace_back(place, place);
    if (stretches.size() > kFewStretches) {
        // Where the first of them stands: the rows beside it are what is looked at next, not the end of the table.
        const int first = stretches.front().first, last = first + static_cast<int>(gone.size()) - 1;
        Rows together(kept.begin(), kept.begin() + first);
        together.insert(together.end(), gone.begin(), gone.end());
        together.insert(together.end(), kept.begin() + first, kept.end());
        rearrange(together);
        stretches = {{first, last}};
    }
    for (auto part = stretches.rbegin(); part != stretches.rend(); ++part) {
        beginRemoveRows({}, part->first, part->second);
        Rows rest = m_order;
        rest.erase(rest.begin() + part->first, rest.begin() + part->second + 1);
        set(rest);
        endRemoveRows();
    }
}

/// `fresh` are the rows of `wanted` that we lack, in that order.
void SortedRows::putIn(const Rows& wanted, const Rows& fresh) {
    const auto first = std::find(wanted.begin(), wanted.end(), fresh.front());
    const auto place = first - wanted.begin(), count = static_cast<std::ptrdiff_t>(fresh.size());
    const auto atOnce = [&] {
        if (wanted.size() != m_order.size() + fresh.size()) return false;
        return std::equal(fresh.begin(), fresh.end(), first) &&
               std::equal(wanted.begin(), first, m_order.begin(), m_order.begin() + place) &&
               std::equal(first + count, wanted.end(), m_order.begin() + place, m_order.end());
    };
    if (wanted.end() - first >= count && place <= std::ssize(m_order) && atOnce()) {
        beginInsertRows({}, static_cast<int>(place), static_cast<int>(place + count) - 1);
        set(wanted);
    } else {
        Rows longer = m_order;
        longer.insert(longer.end(), fresh.begin(), fresh.end());
        beginInsertRows({}, rowCount(), static_cast<int>(longer.size()) - 1);
        set(longer);
    }
    endInsertRows();
}

void SortedRows::rearrange(const Rows& order) {
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const auto before = persistentIndexList();
    const Rows old = m_order;
    set(order);
    QModelIndexList after;
    after.reserve(before.size());
    for (const auto& index : before)
        after << createIndex(placeOf(old[static_cast<std::size_t>(index.row())]), index.column());
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void SortedRows::set(const Rows& order) {
    m_order = order;
    std::fill(m_places.begin(), m_places.end(), -1);
    for (int place = 0; place < rowCount(); ++place)
        m_places[static_cast<std::size_t>(m_order[static_cast<std::size_t>(place)])] = place;
}

}  // namespace ph::ui
