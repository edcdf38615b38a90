#include "ui/jobs/new_job_page.h"

#include "reflect/codec.h"
#include "ui/jobs/job_fields.h"
#include "ui/jobs/job_model.h"
#include "ui/jobs/spec_text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/copy_box.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

NewJobPage::NewJobPage(client::Connection& connection, JobId from, QWidget* parent)
    : Page(parent),
      m_connection(connection),
      m_client(connection),
      m_fields(new JobFields),
      m_error(new ErrorBanner(this)),
      m_title(new QLabel(this)),
      m_back(new QToolButton(this)),
      m_submit(new QPushButton(this)),
      m_progress(new QProgressBar(this)),
      m_summaryTitle(new QLabel(this)),
      m_summary(new QLabel(this)),
      m_forecast(new QLabel(this)),
      m_yamlTitle(new QLabel(this)),
      m_lineTitle(new QLabel(this)) {
    constexpr int kPauseMs = 500;
    layOut();
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &NewJobPage::forecast);
    connect(m_fields, &JobFields::changed, this, &NewJobPage::read);
    connect(m_fields, &JobFields::folderAsked, this, &NewJobPage::chooseFolder);
    connect(m_fields, &JobFields::folderDropped, this, [this] {
        m_folderFiles.clear();
        m_folder.clear();
        read();
    });
    m_submitAction = addPageAction(Glyph::Running, QKeySequence(Qt::CTRL | Qt::Key_Return));
    connect(m_submitAction, &QAction::triggered, this, &NewJobPage::submit);
    connect(m_submit, &QPushButton::clicked, this, &NewJobPage::submit);
    connect(m_back, &QToolButton::clicked, this, [this] { Q_EMIT openAsked(u"jobs"_s); });
    retranslate();
    fetch(from);
    read();
}

NewJobPage::~NewJobPage() = default;

void NewJobPage::layOut() {
    m_title->setFont(titleFont());
    m_back->setIcon(icon(Glyph::Back));
    m_back->setAutoRaise(true);
    m_submit->setProperty("tone", u"primary"_s);
    m_progress->hide();
    m_progress->setMaximumWidth(2 * metrics::kFieldWidth);
    for (auto* label : {m_summaryTitle, m_yamlTitle, m_lineTitle}) label->setFont(strongFont());
    for (auto* label : {m_summary, m_forecast}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    auto* head = new QHBoxLayout;
    head->addWidget(m_back);
    head->addWidget(m_title, 1);
    head->addWidget(m_progress);
    head->addWidget(m_submit);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(m_fields);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    m_fields->setAutoFillBackground(false);
    // Made after the form has its place, so that Tab comes to them after it.
    m_yaml = new CopyBox(0, this);
    m_line = new CopyBox(3, this);
    setFirstField(m_fields->firstField());
    auto* side = new QVBoxLayout;
    side->setSpacing(metrics::kGap);
    side->addWidget(m_summaryTitle);
    side->addWidget(m_summary);
    side->addWidget(m_forecast);
    side->addSpacing(metrics::kGap);
    side->addWidget(m_yamlTitle);
    side->addWidget(m_yaml, 1);
    side->addWidget(m_lineTitle);
    side->addWidget(m_line);
    auto* body = new QHBoxLayout;
    body->setSpacing(metrics::kWide);
    body->addWidget(scroll, 6);
    body->addLayout(side, 5);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kOuter, metrics::kInner, metrics::kOuter, metrics::kOuter);
    layout->addLayout(head);
    layout->addWidget(m_error);
    layout->addLayout(body, 1);
}

void NewJobPage::retranslate() {
    m_title->setText(title());
    m_back->setToolTip(tr("All jobs"));
    m_back->setAccessibleName(tr("All jobs"));
    m_submit->setText(tr("Submit"));
    m_submitAction->setText(tr("Submit the job"));
    m_summaryTitle->setText(tr("What it asks for"));
    m_yamlTitle->setText(tr("As YAML"));
    m_lineTitle->setText(tr("On the command line"));
    showSummary();
}

void NewJobPage::fetch(JobId from) {
    m_optionsCall = m_client.options();
    m_optionsCall.onDone(this, [this](const Result<api::JobOptions>& answer) {
        if (answer.has_error()) return m_error->tell(errorText(answer.error()));
        setOptions(*answer);
    });
    if (from.empty()) return;
    m_fromCall = m_client.get(from);
    m_fromCall.onDone(this, [this](const Result<api::JobDetail>& answer) {
        if (answer.has_error()) return m_error->tell(errorText(answer.error()));
        m_fields->setDraft(draftOf(answer->spec));
    });
}

void NewJobPage::setOptions(const api::JobOptions& options) {
    m_options = options;
    m_fields->setOptions(options);
    read();
}

void NewJobPage::read() {
    const JobSpec before = m_reading.spec;
    m_reading = readDraft(m_fields->draft(), m_options.limits);
    const auto homeless = m_fields->showFaults(m_reading.faults, m_tried);
    if (m_tried && !homeless.empty())
        m_error->tell({faultSentence(homeless.front()), tr("Correct it in the YAML and submit that with phctl."), {}});
    m_yaml->setText(specYaml(m_reading.spec));
    m_line->setText(phctlLine(m_reading.spec, m_folder));
    // A changed job is another job: it may be sent again under a new key.
    if (reflect::encode(before) != reflect::encode(m_reading.spec)) m_key.clear();
    m_forecast->clear();
    m_forecastCall.cancel();
    if (m_reading.faults.empty()) m_pause.start();
    showSummary();
}

void NewJobPage::showSummary() {
    const auto& r = m_reading.spec.resources;
    const auto limit =
        m_reading.spec.timeLimit.value > 0 ? m_reading.spec.timeLimit : m_options.limits.defaultTimeLimit;
    QStringList parts{coresText(r.cpu), tr("%1 memory").arg(sizeText(r.memory))};
    if (cardsOf(r) > 0) parts << cardsText(r);
    parts << tr("%1 scratch").arg(sizeText(r.scratch)) << tr("at most %1").arg(lengthOfTime(limit));
    QString text = parts.join(u", "_s);
    if (m_reading.spec.array > 0) text = tr("%n job(s), each with %1", nullptr, m_reading.spec.array).arg(text);
    m_summary->setText(text);
}

void NewJobPage::forecast() {
    // Files that are not sent yet would be told as missing.
    if (!m_folderFiles.empty() || !m_reading.faults.empty()) return;
    m_forecastCall = m_client.submit(m_reading.spec, client::JobClient::newKey(), true);
    m_forecastCall.onDone(this, [this](const Result<api::Submitted>& answer) { showForecast(answer); });
}

void NewJobPage::showForecast(const Result<api::Submitted>& answer) {
    constexpr std::size_t kRelaxationsShown = 2;
    const auto& tokens = tokensOf(palette());
    QPalette ink = m_forecast->palette();
    const auto tell = [&](const QString& text, Tone tone) {
        ink.setColor(QPalette::WindowText, readable(tokens, toneColour(tokens, tone), tokens.window));
        m_forecast->setPalette(ink);
        m_forecast->setText(text);
    };
    if (answer.has_error()) {
        if (!answer.error().retryable()) tell(errorSentence(answer.error()), Tone::Bad);
        return;
    }
    const auto& reason = answer->forecast.reason;
    const QString sentence = reasonSentence(reason);
    if (reason.code == ReasonCode::None || reason.code == ReasonCode::Submitted || reason.code == ReasonCode::Preparing)
        tell(tr("It can start now."), Tone::Good);
    else {
        QStringList lines{tr("It would wait. %1").arg(sentence)};
        lines += foresightSentences(answer->forecast, kRelaxationsShown);
        tell(lines.join(u'\n'), reason.code == ReasonCode::NeverFits ? Tone::Bad : Tone::Waiting);
    }
}

void NewJobPage::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder to send along"));
    if (folder.isEmpty()) return;
    m_folder = folder;
    m_folderFiles = client::filesBelow(folder);
    qint64 size = 0;
    for (const auto& file : m_folderFiles) size += QFileInfo(file.source).size();
    m_fields->setFolder(
        folder, m_folderFiles.empty()
                    ? tr("no files")
                    : tr("%n file(s), %1", nullptr, static_cast<int>(m_folderFiles.size())).arg(sizeText({size})));
    read();
}

void NewJobPage::submit() {
    m_tried = true;
    read();
    if (!m_reading.faults.empty()) return m_fields->focusFirstFault();
    if (m_submitCall.isRunning() || m_uploader) return;
    m_error->clear();
    setBusy(true);
    if (m_folderFiles.empty()) return sendSpec(m_reading.spec);
    m_uploader = std::make_unique<client::FileUploader>(m_connection);
    m_progress->show();
    connect(m_uploader.get(), &client::FileUploader::progress, this, [this](qint64 done, qint64 total) {
        m_progress->setRange(0, 100);
        m_progress->setValue(total > 0 ? static_cast<int>(done * 100 / total) : 100);
        m_progress->setFormat(tr("%1 of %2").arg(sizeText({done}), sizeText({total})));
    });
    connect(m_uploader.get(), &client::FileUploader::finished, this, &NewJobPage::uploaded);
    connect(m_uploader.get(), &client::FileUploader::failed, this, [this](const Error& error) {
        m_error->tell(errorText(error));
        m_uploader.release()->deleteLater();
        setBusy(false);
    });
    m_uploader->start(m_folderFiles);
}

void NewJobPage::uploaded(const std::vector<FileInput>& files) {
    m_uploader.release()->deleteLater();
    JobSpec spec = m_reading.spec;
    spec.files = files;
    sendSpec(spec);
}

void NewJobPage::sendSpec(const JobSpec& spec) {
    if (m_key.isEmpty()) m_key = client::JobClient::newKey();
    m_submitCall = m_client.submit(spec, m_key);
    m_submitCall.onDone(this, [this](const Result<api::Submitted>& answer) {
        setBusy(false);
        if (answer.has_error()) {
            m_fields->showFaults(answer.error().faults, true);
            return m_error->tell(errorText(answer.error()));
        }
        m_key.clear();
        // The row itself comes with the events.
        if (answer->jobs.size() == 1)
            Q_EMIT openAsked(u"jobs/"_s + qt(answer->jobs[0].id.str()));
        else
            Q_EMIT openAsked(u"jobs"_s);
        Q_EMIT said(tr("%n job(s) submitted.", nullptr, static_cast<int>(answer->jobs.size())));
        Q_EMIT finished();
    });
}

void NewJobPage::setBusy(bool busy) {
    m_submit->setEnabled(!busy);
    m_fields->setEnabled(!busy);
    if (!busy) m_progress->hide();
}

void NewJobPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    Page::changeEvent(event);
}

}  // namespace ph::ui
