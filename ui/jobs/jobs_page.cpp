#include "ui/jobs/jobs_page.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/words.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

const QString kColumns = u"jobs/columns"_s;

/// Widths that show the usual content; the reason takes the rest.
void setWidths(DataTable& table) {
    const int digit = table.fontMetrics().horizontalAdvance(u'0');
    const std::map<int, int> digits{{JobModel::Number, 9}, {JobModel::Name, 27},    {JobModel::State, 16},
                                    {JobModel::Owner, 10}, {JobModel::Cpu, 11},     {JobModel::Memory, 11},
                                    {JobModel::Cards, 15}, {JobModel::Queued, 14},  {JobModel::Duration, 14},
                                    {JobModel::Node, 11},  {JobModel::Priority, 10}};
    for (const auto& [column, width] : digits) table.setColumnWidth(column, width * digit);
    table.setColumnHidden(JobModel::Priority, true);
    table.sortByColumn(JobModel::Number, Qt::DescendingOrder);
    table.setStretchColumn(JobModel::Why, 24 * digit,
                           {JobModel::Cpu, JobModel::Memory, JobModel::Queued, JobModel::Owner, JobModel::Node});
}

}  // namespace

JobsPage::JobsPage(client::Connection& connection, mirror::Mirror& mirror, Preferences& preferences, const QString& me,
                   QWidget* parent)
    : Page(parent),
      m_client(connection),
      m_mirror(mirror),
      m_preferences(preferences),
      m_model(mirror.jobs()),
      m_filter(m_model),
      m_title(new QLabel(this)),
      m_count(new QLabel(this)),
      m_filterLine(new FilterLine(jobFilterWords(), jobFilterNumbers(), this)),
      m_error(new ErrorBanner(this)),
      m_table(new DataTable(this)),
      m_empty(new EmptyState(Glyph::Jobs, m_table)) {
    makeActions();
    layOut();
    m_filterLine->setMe(me);
    m_table->setModel(&m_filter);
    m_table->setItemDelegate(new CellDelegate(m_table));
    setWidths(*m_table);
    m_table->restoreColumns(m_preferences.state(kColumns));
    m_table->setEmptyState(m_empty);
    setFirstField(m_table);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, m_table->viewport(), qOverload<>(&QWidget::update));
    connect(m_filterLine, &FilterLine::queryChanged, this, [this] {
        m_filter.setQuery(m_filterLine->query());
        count();
    });
    connect(m_table, &DataTable::opened, this, &JobsPage::open);
    connect(m_table, &DataTable::menuAsked, this, &JobsPage::showMenu);
    connect(m_table, &DataTable::choiceChanged, this, &JobsPage::enableActions);
    connect(m_table, &DataTable::columnsChanged, this,
            [this] { m_preferences.setState(kColumns, m_table->columnState()); });
    connect(m_empty, &EmptyState::buttonPressed, m_new, &QAction::trigger);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &JobsPage::enableActions);
    for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_filter, signal, this, &JobsPage::count);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &JobsPage::count);
    connect(&m_mirror, &mirror::Mirror::freshnessChanged, this, &JobsPage::count);
    connect(&m_mirror, &mirror::Mirror::failed, this, [this](const Error& error) { m_error->tell(errorText(error)); });
    retranslate();
    enableActions();
}

void JobsPage::makeActions() {
    m_new = addPageAction(Glyph::Plus, QKeySequence::New);
    m_open = addPageAction(Glyph::Right, {});
    m_stop = addPageAction(Glyph::Stop, QKeySequence(Qt::CTRL | Qt::Key_Period));
    m_again = addPageAction(Glyph::Again, QKeySequence(Qt::CTRL | Qt::Key_R));
    m_remove = addPageAction(Glyph::Close, QKeySequence::Delete);
    m_find = addPageAction(Glyph::Filter, QKeySequence::Find);
    connect(m_new, &QAction::triggered, this, [this] { Q_EMIT openAsked(u"jobs/new"_s); });
    connect(m_open, &QAction::triggered, this, [this] { open(m_table->currentIndex()); });
    connect(m_stop, &QAction::triggered, this, &JobsPage::stopChosen);
    connect(m_again, &QAction::triggered, this, [this] {
        const auto jobs = chosen();
        if (jobs.size() == 1) Q_EMIT openAsked(u"jobs/new/"_s + qt(jobs[0].id.str()));
    });
    connect(m_remove, &QAction::triggered, this, &JobsPage::removeChosen);
    connect(m_find, &QAction::triggered, this, [this] {
        m_filterLine->setFocus(Qt::ShortcutFocusReason);
        m_filterLine->selectAll();
    });
}

void JobsPage::layOut() {
    m_title->setFont(titleFont());
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* newButton = new QPushButton(this);
    newButton->setProperty("tone", u"primary"_s);
    connect(newButton, &QPushButton::clicked, m_new, &QAction::trigger);
    connect(m_new, &QAction::changed, newButton, [this, newButton] { newButton->setText(m_new->text()); });
    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_count);
    head->addStretch();
    for (auto* action : {m_stop, m_again}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        head->addWidget(button);
    }
    head->addWidget(newButton);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kOuter, metrics::kInner, metrics::kOuter, metrics::kOuter);
    layout->addLayout(head);
    layout->addWidget(m_filterLine);
    layout->addWidget(m_error);
    layout->addWidget(m_table, 1);
}

void JobsPage::retranslate() {
    m_title->setText(tr("Jobs"));
    m_new->setText(tr("New job"));
    m_open->setText(tr("Open"));
    m_stop->setText(tr("Stop"));
    m_again->setText(tr("Run again"));
    m_remove->setText(tr("Delete"));
    m_find->setText(tr("Filter jobs"));
    m_filterLine->setPlaceholderText(tr("Filter: words, state:running, owner:me, gpu>0, /regex/, !not"));
    m_filterLine->setAccessibleName(tr("Filter jobs"));
    m_table->setAccessibleName(tr("Jobs"));
    m_model.retranslate();
    count();
}

void JobsPage::count() {
    const int shown = m_filter.rowCount(), all = m_model.rowCount();
    const bool loading = m_mirror.freshness() == mirror::Freshness::Loading;
    m_count->setText(shown == all ? tr("%n job(s)", nullptr, all) : tr("%1 of %n job(s)", nullptr, all).arg(shown));
    m_count->setVisible(all > 0);
    if (all > 0)
        m_empty->setTexts(tr("No job matches the filter."));
    else if (loading)
        m_empty->setTexts(tr("Fetching jobs…"));
    else
        m_empty->setTexts(tr("Jobs that you submit appear here, with their state, log, curves and files."),
                          m_new->text());
}

std::vector<JobSummary> JobsPage::chosen() const {
    std::vector<JobSummary> jobs;
    for (const auto& index : m_table->chosenRows()) jobs.push_back(m_filter.job(index));
    return jobs;
}

void JobsPage::enableActions() {
    const auto jobs = chosen();
    const auto ended = [](const JobSummary& job) { return isFinal(job.state); };
    m_open->setEnabled(jobs.size() == 1);
    m_again->setEnabled(jobs.size() == 1);
    m_stop->setEnabled(std::any_of(jobs.begin(), jobs.end(), std::not_fn(ended)));
    m_remove->setEnabled(!jobs.empty() && std::all_of(jobs.begin(), jobs.end(), ended));
}

void JobsPage::open(const QModelIndex& index) {
    if (index.isValid()) Q_EMIT openAsked(u"jobs/"_s + qt(m_filter.job(index).id.str()));
}

void JobsPage::showMenu(const QPoint& position) {
    QMenu menu(this);
    menu.addActions({m_open, m_stop, m_again});
    menu.addSeparator();
    menu.addAction(m_remove);
    menu.exec(position);
}

void JobsPage::stopChosen() {
    std::vector<JobId> ids;
    QString name;
    for (const auto& job : chosen())
        if (!isFinal(job.state)) ids.push_back(job.id), name = qt(job.name);
    if (ids.empty()) return;
    const int count = static_cast<int>(ids.size());
    Q_EMIT undoable(count == 1 ? tr("%1 will be stopped.").arg(name) : tr("%n job(s) will be stopped.", nullptr, count),
                    tr("Stop now"), [this, ids] { send(ids, false); });
}

void JobsPage::removeChosen() {
    std::vector<JobId> ids;
    for (const auto& job : chosen()) ids.push_back(job.id);
    Q_EMIT undoable(tr("%n job(s) will be deleted with log and files.", nullptr, static_cast<int>(ids.size())),
                    tr("Delete now"), [this, ids] { send(ids, true); });
}

void JobsPage::send(const std::vector<JobId>& jobs, bool remove) {
    m_error->clear();
    std::erase_if(m_stops, [](const auto& call) { return !call.isRunning(); });
    std::erase_if(m_removals, [](const auto& call) { return !call.isRunning(); });
    for (const auto& id : jobs) {
        if (remove)
            m_removals.emplace_back(m_client.remove(id)).onDone(this, [this](const Result<api::Empty>& answer) {
                if (answer.has_error()) m_error->tell(errorText(answer.error()));
            });
        else
            m_stops.emplace_back(m_client.stop(id)).onDone(this, [this](const Result<JobSummary>& answer) {
                if (answer.has_error() && !(answer.error().id == kJobEnded)) m_error->tell(errorText(answer.error()));
            });
    }
}

void JobsPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    Page::changeEvent(event);
}

void JobsPage::showEvent(QShowEvent*) {
    m_clock.start();
}

void JobsPage::hideEvent(QHideEvent*) {
    m_clock.stop();
}

}  // namespace ph::ui
