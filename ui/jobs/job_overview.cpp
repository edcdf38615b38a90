#include "ui/jobs/job_overview.h"

#include "ui/jobs/command_text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style_paint.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/copy_box.h"
#include "ui/widgets/key_facts.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTableWidget>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

bool waits(JobState state) {
    return state == JobState::Queued || state == JobState::AwaitingApproval;
}

Tone toneOf(JobState state) {
    return lookOf(state).tone;
}

}  // namespace

JobOverview::JobOverview(client::Connection& connection, JobId job, QWidget* parent)
    : QWidget(parent),
      m_client(connection),
      m_job(job),
      m_card(new QWidget(this)),
      m_reason(new QLabel(m_card)),
      m_verdictLines(new QLabel(m_card)),
      m_commandTitle(new QLabel(this)),
      m_command(new CopyBox(2, this)),
      m_use(new KeyFacts(this)),
      m_historyTitle(new QLabel(this)),
      m_history(new QTableWidget(this)) {
    constexpr int kWhyAgainMs = 5000;
    for (auto* label : {m_reason, m_verdictLines}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_reason->setFont(strongFont());
    for (auto* label : {m_commandTitle, m_historyTitle}) label->setFont(strongFont());
    auto* card = new QVBoxLayout(m_card);
    card->setContentsMargins(metrics::kOuter, metrics::kInner, metrics::kOuter, metrics::kInner);
    card->addWidget(m_reason);
    card->addWidget(m_verdictLines);
    m_history->verticalHeader()->hide();
    m_history->verticalHeader()->setDefaultSectionSize(metrics::kRow);
    m_history->setShowGrid(false);
    m_history->setTabKeyNavigation(false);
    m_history->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_history->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_history->setItemDelegate(new CellDelegate(m_history));
    m_history->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, metrics::kInner, 0, 0);
    layout->setSpacing(metrics::kInner);
    layout->addWidget(m_card);
    layout->addWidget(m_use);
    layout->addWidget(m_commandTitle);
    layout->addWidget(m_command);
    layout->addWidget(m_historyTitle);
    layout->addWidget(m_history, 1);
    m_again.setInterval(kWhyAgainMs);
    connect(&m_again, &QTimer::timeout, this, &JobOverview::askWhy);
    retranslate();
}

void JobOverview::retranslate() {
    m_commandTitle->setText(tr("Command"));
    m_historyTitle->setText(tr("History"));
    m_history->setColumnCount(4);
    m_history->setHorizontalHeaderLabels({tr("Time"), tr("State"), tr("Attempt"), tr("Reason")});
    m_history->horizontalHeader()->setStretchLastSection(true);
    if (!m_detail.job.id.empty()) showDetail(api::JobDetail(m_detail));
}

void JobOverview::showDetail(const api::JobDetail& detail) {
    const bool first = m_detail.job.id.empty() || m_detail.job.state != detail.job.state;
    m_detail = detail;
    m_command->setText(commandLine(detail.spec.command));
    showReason();
    showHistory();
    std::vector<Fact> facts;
    for (const auto& run : detail.taskRuns)
        if (run.exit && run.attempt == detail.job.attempt) {
            facts.push_back({tr("Exit code"), QString::number(run.exit->code), {}});
            if (run.exit->peakMemory.value > 0)
                facts.push_back({tr("Most memory used"), sizeText(run.exit->peakMemory), {}});
            facts.push_back({tr("CPU time"), lengthOfTime({run.exit->cpuMicros / 1'000'000}), {}});
        }
    m_use->setFacts(facts);
    m_use->setVisible(!facts.empty());
    if (!waits(detail.job.state)) {
        m_again.stop();
        m_verdict = {};
    } else if (first) {
        askWhy();
        m_again.start();
    }
}

void JobOverview::showReason() {
    const auto& job = m_detail.job;
    QString sentence = reasonSentence(job.reason);
    if (sentence.isEmpty()) sentence = lookOf(job.state).word;
    m_reason->setText(sentence);
    QStringList lines = waits(job.state) ? verdictSentences(m_verdict) : QStringList();
    lines.removeAll(sentence);
    lines.removeAll(QString());
    m_verdictLines->setText(lines.join(u'\n'));
    m_verdictLines->setVisible(!lines.isEmpty());
    update();
}

void JobOverview::showHistory() {
    const auto& history = m_detail.history;
    m_history->setRowCount(static_cast<int>(history.size()));
    for (int i = 0; i < static_cast<int>(history.size()); ++i) {
        // The newest on top.
        const auto& step = history[history.size() - 1 - static_cast<std::size_t>(i)];
        const QStringList texts{exactTime(step.at), lookOf(step.state).word,
                                step.attempt > 0 ? QString::number(step.attempt) : u"–"_s, reasonSentence(step.reason)};
        for (int column = 0; column < texts.size(); ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            if (column == 1) item->setData(CellDelegate::kLookRole, QVariant::fromValue(lookOf(step.state)));
            if (column == 0 || column == 2) item->setData(CellDelegate::kQuietRole, true);
            m_history->setItem(i, column, item);
        }
    }
    m_history->resizeColumnsToContents();
}

void JobOverview::askWhy() {
    if (!isVisible() && m_why.isRunning()) return;
    m_why = m_client.why(m_job);
    m_why.onDone(this, [this](const Result<Verdict>& answer) {
        // A missing answer is no harm: the reason stands above.
        if (answer.has_value()) showVerdict(*answer);
    });
}

void JobOverview::showVerdict(const Verdict& verdict) {
    m_verdict = verdict;
    showReason();
}

void JobOverview::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void JobOverview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& tokens = tokensOf(palette());
    const Tone tone = toneOf(m_detail.job.state);
    paint::box(painter, m_card->geometry(), toneGround(tokens, tone, tokens.surface),
               mixed(tokens.border, toneColour(tokens, tone), 0.35));
}

}  // namespace ph::ui
