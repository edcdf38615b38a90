#include "ui/jobs/job_log.h"

#include "ui/theme/icons.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/log_view.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

#include <QAction>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

/// What is fetched of a long log: the view keeps no more anyway.
constexpr std::int64_t kTail = std::int64_t{8} << 20;

}  // namespace

JobLog::JobLog(client::Connection& connection, JobId job, Preferences& preferences, QWidget* parent)
    : QWidget(parent),
      m_connection(connection),
      m_job(job),
      m_preferences(preferences),
      m_view(new LogView(this)),
      m_empty(new EmptyState(Glyph::Log, this)),
      m_error(new ErrorBanner(this)),
      m_search(new QLineEdit(this)),
      m_hits(new QLabel(this)),
      m_note(new QLabel(this)),
      m_previous(new QToolButton(this)),
      m_next(new QToolButton(this)),
      m_wrap(new QToolButton(this)),
      m_save(new QToolButton(this)) {
    layOut();
    m_wrap->setChecked(preferences.flag(u"log/wrap"_s, true));
    m_view->setWrap(m_wrap->isChecked());
    connect(m_wrap, &QToolButton::toggled, this, [this](bool on) {
        m_view->setWrap(on);
        m_preferences.setFlag(u"log/wrap"_s, on);
    });
    connect(m_search, &QLineEdit::textChanged, m_view, &LogView::setSearch);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_view->goToHit(true); });
    connect(m_next, &QToolButton::clicked, this, [this] { m_view->goToHit(true); });
    connect(m_previous, &QToolButton::clicked, this, [this] { m_view->goToHit(false); });
    connect(m_view, &LogView::hitsChanged, this, [this](int current, int total) {
        const bool searching = !m_search->text().isEmpty();
        m_hits->setText(!searching    ? QString()
                        : current > 0 ? tr("%1 of %2").arg(current).arg(total)
                                      : tr("%n hit(s)", nullptr, total));
        m_next->setEnabled(total > 0);
        m_previous->setEnabled(total > 0);
    });
    connect(m_save, &QToolButton::clicked, this, &JobLog::save);
    retranslate();
    showEmptiness();
}

JobLog::~JobLog() = default;

void JobLog::layOut() {
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(Glyph::Search), QLineEdit::LeadingPosition);
    m_search->setMaximumWidth(metrics::kFieldWidth * 3);
    m_note->setTextFormat(Qt::PlainText);
    m_hits->setForegroundRole(QPalette::PlaceholderText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_previous->setIcon(icon(Glyph::Back));
    m_next->setIcon(icon(Glyph::Right));
    m_wrap->setIcon(icon(Glyph::Wrap));
    m_wrap->setCheckable(true);
    m_save->setIcon(icon(Glyph::Save));
    m_save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (auto* button : {m_previous, m_next, m_wrap, m_save}) button->setAutoRaise(true);
    m_next->setEnabled(false);
    m_previous->setEnabled(false);
    auto* find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(find);
    connect(find, &QAction::triggered, m_search, qOverload<>(&QWidget::setFocus));

    auto* bar = new QHBoxLayout;
    bar->addWidget(m_search, 1);
    bar->addWidget(m_previous);
    bar->addWidget(m_next);
    bar->addWidget(m_hits);
    bar->addStretch(1);
    bar->addWidget(m_note);
    bar->addWidget(m_wrap);
    bar->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, metrics::kGap, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_error);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_empty, 1);
}

void JobLog::retranslate() {
    m_search->setPlaceholderText(tr("Search the log"));
    m_search->setAccessibleName(tr("Search the log"));
    const std::pair<QToolButton*, QString> names[]{{m_previous, tr("Previous hit")},
                                                   {m_next, tr("Next hit")},
                                                   {m_wrap, tr("Wrap long lines")},
                                                   {m_save, tr("Save the whole log")}};
    for (const auto& [button, name] : names) {
        button->setToolTip(name);
        button->setAccessibleName(name);
    }
    m_save->setText(tr("Save"));
    showEmptiness();
}

void JobLog::setJob(const JobSummary& job) {
    m_attempt = job.attempt;
    m_ended = isFinal(job.state);
    if (isVisible()) read();
    showEmptiness();
}

void JobLog::showEmptiness() {
    const bool empty = m_view->text().lineCount() == 0;
    m_empty->setVisible(empty);
    m_view->setVisible(!empty);
    m_save->setEnabled(m_attempt > 0);
    if (m_attempt == 0)
        m_empty->setTexts(m_ended ? tr("This job never started, so it wrote nothing.")
                                  : tr("The log appears here, line by line, once the job has started."));
    else
        m_empty->setTexts(m_ended ? tr("This job wrote nothing.") : tr("The job has written nothing so far."));
    m_note->setText(m_firstOffset > 0 ? tr("The first %1 are not shown").arg(sizeText({m_firstOffset})) : QString());
}

void JobLog::read() {
    if (m_attempt == 0 || m_attempt == m_readAttempt) return;
    m_readAttempt = m_attempt;
    m_firstOffset = 0;
    m_view->clear();
    showEmptiness();
    client::LogRequest request;
    request.job = m_job;
    request.attempt = m_attempt;
    request.offset = -kTail;
    request.follow = true;
    m_stream = std::make_unique<client::LogStream>(m_connection, request);
    connect(m_stream.get(), &client::LogStream::bytes, this, [this](const QByteArray& piece, qint64 offset) {
        const bool first = m_view->text().lineCount() == 0;
        if (first) m_firstOffset = offset;
        m_view->append(piece);
        if (first) showEmptiness();
    });
    connect(m_stream.get(), &client::LogStream::failed, this,
            [this](const Error& error) { m_error->tell(errorText(error)); });
    m_stream->start();
}

void JobLog::save() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the whole log"), qt(m_job.str()) + u".log"_s);
    if (path.isEmpty()) return;
    m_saving.reset();
    m_file = std::make_unique<QFile>(path);
    if (!m_file->open(QIODevice::WriteOnly | QIODevice::Truncate))
        return m_error->tell({tr("The log could not be saved."), tr("Choose another folder and try again."),
                              path + u": "_s + m_file->errorString()});
    client::LogRequest request;
    request.job = m_job;
    request.attempt = m_attempt;
    m_saving = std::make_unique<client::LogStream>(m_connection, request);
    connect(m_saving.get(), &client::LogStream::bytes, this, [this](const QByteArray& piece) {
        m_file->write(piece);
        m_note->setText(tr("Saved %1").arg(sizeText({m_file->pos()})));
    });
    connect(m_saving.get(), &client::LogStream::finished, this, [this] {
        const bool whole = m_file->flush();
        m_file->close();
        if (!whole)
            m_error->tell({tr("The log could not be saved completely."), tr("Free some disk space and save it again."),
                           m_file->fileName() + u": "_s + m_file->errorString()});
        else
            m_note->setText(tr("Saved as %1").arg(m_file->fileName()));
    });
    connect(m_saving.get(), &client::LogStream::failed, this,
            [this](const Error& error) { m_error->tell(errorText(error)); });
    m_saving->start();
}

void JobLog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void JobLog::showEvent(QShowEvent*) {
    if (m_stream) m_stream->setPaused(false);
    read();
}

void JobLog::hideEvent(QHideEvent*) {
    // A log that nobody looks at is not read: the server waits, and memory stays small.
    if (m_stream) m_stream->setPaused(true);
}

}  // namespace ph::ui
