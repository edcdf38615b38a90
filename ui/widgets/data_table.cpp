#include "ui/widgets/data_table.h"

#include "ui/theme/fonts.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/empty_state.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

namespace ph::ui {

DataTable::DataTable(QWidget* parent) : QTableView(parent) {
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setSortingEnabled(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setFont(tabularFont());
    viewport()->setAttribute(Qt::WA_Hover);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(metrics::kRow);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    auto* header = horizontalHeader();
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &DataTable::chooseColumns);
    connect(header, &QHeaderView::sectionResized, this, &DataTable::changedByHand);
    connect(header, &QHeaderView::sectionMoved, this, &DataTable::changedByHand);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &DataTable::changedByHand);
    connect(this, &QTableView::doubleClicked, this, &DataTable::opened);
}

void DataTable::setModel(QAbstractItemModel* newModel) {
    QTableView::setModel(newModel);
    connect(newModel, &QAbstractItemModel::rowsInserted, this, &DataTable::placeEmptyState);
    connect(newModel, &QAbstractItemModel::rowsRemoved, this, &DataTable::placeEmptyState);
    connect(newModel, &QAbstractItemModel::modelReset, this, &DataTable::placeEmptyState);
    connect(newModel, &QAbstractItemModel::layoutChanged, this, &DataTable::placeEmptyState);
    placeEmptyState();
}

void DataTable::setEmptyState(EmptyState* state) {
    m_empty = state;
    m_empty->setParent(viewport());
    placeEmptyState();
}

void DataTable::setStretchColumn(int column, int least, std::vector<int> optional) {
    m_stretch = column;
    m_least = least;
    m_optional = std::move(optional);
    horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    fitColumns();
}

void DataTable::fitColumns() {
    if (m_chosen || m_stretch < 0) return;
    for (const int column : m_optional) setColumnHidden(column, false);
    const auto left = [this] {
        int width = viewport()->width();
        for (int column = 0; column < model()->columnCount(); ++column)
            if (column != m_stretch && !isColumnHidden(column)) width -= columnWidth(column);
        return width;
    };
    for (const int column : m_optional)
        if (left() < m_least) setColumnHidden(column, true);
}

void DataTable::changedByHand() {
    // Widths also change with the window; only what happens under a pressed button is somebody's choice.
    if (QGuiApplication::mouseButtons() == Qt::NoButton) return;
    m_chosen = true;
    Q_EMIT columnsChanged();
}

QModelIndexList DataTable::chosenRows() const {
    return selectionModel() ? selectionModel()->selectedRows() : QModelIndexList();
}

QString DataTable::rowsAsText(const QModelIndexList& rows) const {
    QString text;
    const auto* header = horizontalHeader();
    for (const auto& row : rows) {
        QStringList cells;
        for (int visual = 0; visual < header->count(); ++visual) {
            const int column = header->logicalIndex(visual);
            if (!isColumnHidden(column)) cells << row.siblingAtColumn(column).data().toString();
        }
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

QByteArray DataTable::columnState() const {
    return horizontalHeader()->saveState();
}

void DataTable::restoreColumns(const QByteArray& state) {
    if (!state.isEmpty()) m_chosen = horizontalHeader()->restoreState(state);
}

void DataTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return QGuiApplication::clipboard()->setText(rowsAsText(chosenRows()));
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        Q_EMIT opened(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

void DataTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    placeEmptyState();
    fitColumns();
}

void DataTable::contextMenuEvent(QContextMenuEvent* event) {
    Q_EMIT menuAsked(event->globalPos());
}

void DataTable::selectionChanged(const QItemSelection& chosen, const QItemSelection& dropped) {
    QTableView::selectionChanged(chosen, dropped);
    Q_EMIT choiceChanged();
}

void DataTable::chooseColumns(const QPoint& position) {
    QMenu menu(this);
    for (int column = 0; column < model()->columnCount(); ++column) {
        auto* action = menu.addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column > 0);
        connect(action, &QAction::toggled, this, [this, column](bool on) {
            setColumnHidden(column, !on);
            m_chosen = true;
            Q_EMIT columnsChanged();
        });
    }
    menu.exec(horizontalHeader()->mapToGlobal(position));
}

void DataTable::placeEmptyState() {
    if (!m_empty) return;
    m_empty->setGeometry(viewport()->rect());
    m_empty->setVisible(!model() || model()->rowCount() == 0);
}

}  // namespace ph::ui
