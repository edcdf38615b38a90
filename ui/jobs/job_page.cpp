#include "ui/jobs/job_page.h"

#include "ui/jobs/job_artifacts.h"
#include "ui/jobs/job_log.h"
#include "ui/jobs/job_metrics.h"
#include "ui/jobs/job_model.h"
#include "ui/jobs/job_overview.h"
#include "ui/jobs/spec_text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/copy_box.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/key_facts.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

JobPage::JobPage(client::Connection& connection, mirror::Mirror& mirror, Preferences& preferences, JobId job,
                 QWidget* parent)
    : Page(parent),
      m_client(connection),
      m_mirror(mirror),
      m_job(job),
      m_back(new QToolButton(this)),
      m_name(new QLabel(this)),
      m_chip(new StateChip(this)),
      m_facts(new KeyFacts(this)),
      m_error(new ErrorBanner(this)),
      m_tabs(new QTabWidget(this)),
      m_overview(new JobOverview(connection, job, m_tabs)),
      m_log(new JobLog(connection, job, preferences, m_tabs)),
      m_metrics(new JobMetrics(connection, job, m_tabs)),
      m_spec(new CopyBox(0, m_tabs)),
      m_artifacts(new JobArtifacts(connection, job, m_tabs)) {
    makeActions();
    layOut();
    constexpr int kRefetchMs = 150;
    m_refetch.setSingleShot(true);
    m_refetch.setInterval(kRefetchMs);
    m_clock.setInterval(1000);
    connect(&m_refetch, &QTimer::timeout, this, &JobPage::fetch);
    connect(&m_clock, &QTimer::timeout, this, &JobPage::showRow);
    connect(&mirror.jobs(), &mirror::Table::changed, this, [this] {
        // Told of many rows at once: what counts is whether this one is newer than what is shown.
        const auto* row = m_mirror.jobs().find(m_job);
        if (!row || row->seq <= m_row.seq) return;
        showRow();
        m_refetch.start();
    });
    connect(&mirror.jobs(), &mirror::Table::inserted, this, &JobPage::showRow);
    connect(&mirror.jobs(), &mirror::Table::removed, this, &JobPage::rowGone);
    connect(&connection, &client::Connection::stateChanged, this, [this](const client::LinkState& state) {
        if (state.link == client::Link::Connected && m_detail.job.id.empty()) m_refetch.start();
    });
    retranslate();
    showRow();
    fetch();
    m_clock.start();
}

void JobPage::makeActions() {
    m_stop = addPageAction(Glyph::Stop, QKeySequence(Qt::CTRL | Qt::Key_Period));
    m_again = addPageAction(Glyph::Again, QKeySequence(Qt::CTRL | Qt::Key_R));
    connect(m_stop, &QAction::triggered, this, &JobPage::stop);
    connect(m_again, &QAction::triggered, this, [this] { Q_EMIT openAsked(u"jobs/new/"_s + qt(m_job.str())); });
}

void JobPage::layOut() {
    m_name->setFont(titleFont());
    m_name->setTextFormat(Qt::PlainText);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_back->setIcon(icon(Glyph::Back));
    m_back->setAutoRaise(true);
    connect(m_back, &QToolButton::clicked, this, [this] { Q_EMIT openAsked(u"jobs"_s); });
    auto* head = new QHBoxLayout;
    head->addWidget(m_back);
    head->addWidget(m_chip);
    head->addWidget(m_name, 1);
    for (auto* action : {m_stop, m_again}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        head->addWidget(button);
    }
    auto* spec = new QWidget(m_tabs);
    auto* specLayout = new QVBoxLayout(spec);
    specLayout->setContentsMargins(0, metrics::kInner, 0, 0);
    specLayout->addWidget(m_spec);
    for (auto* tab : std::initializer_list<QWidget*>{m_overview, m_log, m_metrics, spec, m_artifacts})
        m_tabs->addTab(tab, QString());
    m_tabs->setDocumentMode(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kOuter, metrics::kInner, metrics::kOuter, metrics::kOuter);
    layout->addLayout(head);
    layout->addWidget(m_facts);
    layout->addWidget(m_error);
    layout->addWidget(m_tabs, 1);
}

void JobPage::retranslate() {
    m_stop->setText(tr("Stop"));
    m_again->setText(tr("Run again"));
    m_back->setToolTip(tr("All jobs"));
    m_back->setAccessibleName(tr("All jobs"));
    const QStringList names{tr("Overview"), tr("Log"), tr("Metrics"), tr("Spec"), tr("Artifacts")};
    for (int i = 0; i < names.size(); ++i) m_tabs->setTabText(i, names[i]);
    showRow();
}

QString JobPage::title() const {
    return m_row.number > 0 ? u"#%1 %2"_s.arg(m_row.number).arg(qt(m_row.name)) : tr("Job");
}

void JobPage::fetch() {
    m_get = m_client.get(m_job);
    m_get.onDone(this, [this](const Result<api::JobDetail>& answer) {
        if (answer.has_error()) return m_error->tell(errorText(answer.error()));
        showDetail(*answer);
    });
}

void JobPage::showDetail(const api::JobDetail& detail) {
    m_error->clear();
    m_detail = detail;
    m_spec->setText(specYaml(detail.spec));
    m_overview->showDetail(detail);
    m_log->setJob(detail.job);
    m_metrics->setJob(detail.job);
    m_artifacts->setJob(detail.job);
    showRow();
}

void JobPage::showRow() {
    const auto* row = m_mirror.jobs().find(m_job);
    const auto before = m_row.seq;
    if (row && row->seq >= m_detail.job.seq)
        m_row = *row;
    else if (!m_detail.job.id.empty())
        m_row = m_detail.job;
    if (m_row.id.empty()) return;
    const auto now = presentTime();
    m_name->setText(title());
    m_name->setToolTip(qt(m_row.id.str()));
    m_chip->setLook(lookOf(m_row.state));
    std::vector<Fact> facts{{tr("Owner"), qt(m_row.ownerName), {}},
                            {tr("Node"), m_row.nodeName.empty() ? u"–"_s : qt(m_row.nodeName), {}},
                            {tr("CPU"), coresText(m_row.resources.cpu), {}},
                            {tr("Memory"), sizeText(m_row.resources.memory), {}}};
    if (cardsOf(m_row.resources) > 0) facts.push_back({tr("Accelerators"), cardsText(m_row.resources), {}});
    facts.push_back({tr("Submitted"), ago(m_row.queuedAt, now), exactTime(m_row.queuedAt)});
    facts.push_back(
        {tr("Duration"), m_row.startedAt ? lengthOfTime(durationOf(m_row, now)) : u"–"_s, exactTime(m_row.startedAt)});
    facts.push_back({tr("Time limit"), lengthOfTime(m_row.timeLimit), {}});
    if (m_row.attempt > 1) facts.push_back({tr("Attempt"), QString::number(m_row.attempt), {}});
    m_facts->setFacts(facts);
    m_stop->setEnabled(!isFinal(m_row.state) && m_row.state != JobState::Stopping);
    if (before != m_row.seq) Q_EMIT titleChanged();
}

void JobPage::stop() {
    Q_EMIT undoable(tr("%1 will be stopped.").arg(qt(m_row.name)), tr("Stop now"), [this] {
        m_stopCall = m_client.stop(m_job);
        m_stopCall.onDone(this, [this](const Result<JobSummary>& answer) {
            if (answer.has_error() && !(answer.error().id == kJobEnded)) m_error->tell(errorText(answer.error()));
        });
    });
}

void JobPage::rowGone() {
    if (m_row.id.empty() || m_mirror.jobs().find(m_job) || m_mirror.freshness() != mirror::Freshness::Live) return;
    m_stop->setEnabled(false);
    m_error->tell({tr("This job has been deleted."), tr("What is shown here was its last state."), {}});
}

void JobPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    Page::changeEvent(event);
}

}  // namespace ph::ui
