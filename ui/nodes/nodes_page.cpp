#include "ui/nodes/nodes_page.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/words.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

const QString kColumns = u"nodes/columns"_s;

}  // namespace

NodesPage::NodesPage(mirror::Mirror& mirror, Preferences& preferences, QWidget* parent)
    : Page(parent),
      m_mirror(mirror),
      m_preferences(preferences),
      m_model(mirror.nodes()),
      m_filter(m_model),
      m_title(new QLabel(this)),
      m_count(new QLabel(this)),
      m_filterLine(new FilterLine(nodeFilterWords(), nodeFilterNumbers(), this)),
      m_table(new DataTable(this)),
      m_empty(new EmptyState(Glyph::Nodes, m_table)),
      m_find(addPageAction(Glyph::Filter, QKeySequence::Find)) {
    layOut();
    m_table->setModel(&m_filter);
    m_table->setItemDelegate(new CellDelegate(m_table));
    const int digit = fontMetrics().horizontalAdvance(u'0');
    const std::map<int, int> digits{{NodeModel::State, 15},  {NodeModel::Running, 8},  {NodeModel::Cpu, 20},
                                    {NodeModel::Memory, 24}, {NodeModel::Scratch, 24}, {NodeModel::Cards, 30},
                                    {NodeModel::Engine, 12}};
    for (const auto& [column, width] : digits) m_table->setColumnWidth(column, width * digit);
    m_table->setColumnHidden(NodeModel::Scratch, true);
    m_table->sortByColumn(NodeModel::Name, Qt::AscendingOrder);
    m_table->setStretchColumn(NodeModel::Name, 16 * digit, {NodeModel::Engine, NodeModel::Running});
    m_table->restoreColumns(m_preferences.state(kColumns));
    m_table->setEmptyState(m_empty);
    setFirstField(m_table);
    connect(m_filterLine, &FilterLine::queryChanged, this, [this] {
        m_filter.setQuery(m_filterLine->query());
        count();
    });
    connect(m_table, &DataTable::opened, this, &NodesPage::open);
    connect(m_table, &DataTable::columnsChanged, this,
            [this] { m_preferences.setState(kColumns, m_table->columnState()); });
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, &NodesPage::count);
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, &NodesPage::count);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &NodesPage::count);
    connect(&m_mirror, &mirror::Mirror::freshnessChanged, this, &NodesPage::count);
    connect(m_find, &QAction::triggered, m_filterLine, qOverload<>(&QWidget::setFocus));
    retranslate();
}

void NodesPage::layOut() {
    m_title->setFont(titleFont());
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_count);
    head->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kOuter, metrics::kInner, metrics::kOuter, metrics::kOuter);
    m_title->setMinimumHeight(metrics::kControl);
    layout->addLayout(head);
    layout->addWidget(m_filterLine);
    layout->addWidget(m_table, 1);
}

void NodesPage::retranslate() {
    m_title->setText(tr("Nodes"));
    m_find->setText(tr("Filter nodes"));
    m_filterLine->setPlaceholderText(tr("Filter: words, state:ready, gpu>0, memory>=64GiB, /regex/, !not"));
    m_filterLine->setAccessibleName(tr("Filter nodes"));
    m_table->setAccessibleName(tr("Nodes"));
    m_model.retranslate();
    count();
}

void NodesPage::count() {
    const int shown = m_filter.rowCount(), all = m_model.rowCount();
    m_count->setText(shown == all ? tr("%n node(s)", nullptr, all) : tr("%1 of %n node(s)", nullptr, all).arg(shown));
    m_count->setVisible(all > 0);
    const bool loading = m_mirror.freshness() == mirror::Freshness::Loading;
    m_empty->setTexts(all > 0   ? tr("No node matches the filter.")
                      : loading ? tr("Fetching nodes…")
                                : tr("Machines that run jobs appear here, with what they have and what is in use."));
}

void NodesPage::open(const QModelIndex& index) {
    if (index.isValid()) Q_EMIT openAsked(u"nodes/"_s + qt(m_filter.node(index).id.str()));
}

void NodesPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    Page::changeEvent(event);
}

}  // namespace ph::ui
