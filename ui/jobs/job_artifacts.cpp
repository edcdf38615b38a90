#include "ui/jobs/job_artifacts.h"

#include "ui/theme/icons.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

JobArtifacts::JobArtifacts(client::Connection& connection, JobId job, QWidget* parent)
    : QWidget(parent),
      m_client(connection),
      m_job(job),
      m_table(new QTableWidget(this)),
      m_empty(new EmptyState(Glyph::File, this)),
      m_error(new ErrorBanner(this)),
      m_note(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_save(new QPushButton(this)),
      m_cancel(new QPushButton(this)) {
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(metrics::kRow);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_note->setTextFormat(Qt::PlainText);
    m_progress->hide();
    m_cancel->hide();
    m_save->setIcon(icon(Glyph::Save));
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_note, 1);
    bar->addWidget(m_progress, 1);
    bar->addWidget(m_cancel);
    bar->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, metrics::kGap, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_error);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_empty, 1);
    connect(m_save, &QPushButton::clicked, this, &JobArtifacts::save);
    connect(m_table, &QTableWidget::itemDoubleClicked, this, &JobArtifacts::save);
    connect(m_table, &QTableWidget::itemSelectionChanged, this,
            [this] { m_save->setEnabled(m_table->currentRow() >= 0 && !m_download.isRunning()); });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_download.cancel();
        if (m_file) m_file->remove();
        m_progress->hide();
        m_cancel->hide();
        m_note->setText(tr("Saving was cancelled."));
        m_save->setEnabled(true);
    });
    retranslate();
    showFiles(std::vector<Artifact>());
}

JobArtifacts::~JobArtifacts() = default;

void JobArtifacts::retranslate() {
    m_save->setText(tr("Save…"));
    m_cancel->setText(tr("Cancel"));
    m_table->setColumnCount(4);
    m_table->setHorizontalHeaderLabels({tr("File"), tr("Size"), tr("Attempt"), tr("Kept at")});
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_empty->setTexts(tr("Files that the job's outputs name are kept here after it ends, also when it fails."));
    showFiles(std::vector<Artifact>(m_artifacts));
}

void JobArtifacts::setJob(const JobSummary& job) {
    const bool changed = job.seq != m_row.seq;
    m_row = job;
    if (changed && isVisible()) fetch();
}

void JobArtifacts::fetch() {
    m_list = m_client.artifacts(m_job);
    m_list.onDone(this, [this](const Result<api::ArtifactList>& answer) {
        if (answer.has_error()) return m_error->tell(errorText(answer.error()));
        m_error->clear();
        showFiles(answer->items);
    });
}

void JobArtifacts::showFiles(const std::vector<Artifact>& artifacts) {
    const int chosen = m_table->currentRow();
    m_artifacts = artifacts;
    m_table->setRowCount(static_cast<int>(artifacts.size()));
    for (int i = 0; i < static_cast<int>(artifacts.size()); ++i) {
        const auto& artifact = artifacts[static_cast<std::size_t>(i)];
        const QStringList texts{qt(artifact.path), sizeText({artifact.size}), QString::number(artifact.attempt),
                                exactTime(artifact.createdAt)};
        for (int column = 0; column < texts.size(); ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setData(CellDelegate::kQuietRole, column > 1);
            if (column == 1) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            if (column == 0) item->setToolTip(qt(artifact.digest));
            m_table->setItem(i, column, item);
        }
    }
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->setVisible(!artifacts.empty());
    m_empty->setVisible(artifacts.empty());
    m_save->setVisible(!artifacts.empty());
    if (chosen >= 0 && chosen < m_table->rowCount()) m_table->selectRow(chosen);
    m_save->setEnabled(m_table->currentRow() >= 0);
}

void JobArtifacts::save() {
    const int row = m_table->currentRow();
    if (row < 0 || m_download.isRunning()) return;
    const Artifact artifact = m_artifacts[static_cast<std::size_t>(row)];
    const QString path = QFileDialog::getSaveFileName(this, tr("Save %1").arg(qt(artifact.path)),
                                                      QFileInfo(qt(artifact.path)).fileName());
    if (path.isEmpty()) return;
    m_error->clear();
    m_file = std::make_unique<QFile>(path);
    if (!m_file->open(QIODevice::WriteOnly | QIODevice::Truncate))
        return m_error->tell({tr("The file could not be saved."), tr("Choose another folder and try again."),
                              path + u": "_s + m_file->errorString()});
    m_progress->setRange(0, 100);
    m_progress->setValue(0);
    m_progress->show();
    m_cancel->show();
    m_save->setEnabled(false);
    m_note->clear();
    m_download = m_client.downloadArtifact(m_job, artifact.path, artifact.attempt, m_file.get());
    m_download.onProgress(this, [this, size = artifact.size](qint64 done, qint64) {
        m_progress->setValue(size > 0 ? static_cast<int>(done * 100 / size) : 100);
        m_progress->setFormat(tr("%1 of %2").arg(sizeText({done}), sizeText({size})));
    });
    m_download.onDone(this, [this](const Result<api::Empty>& answer) { saved(answer); });
}

void JobArtifacts::saved(const Result<api::Empty>& answer) {
    m_progress->hide();
    m_cancel->hide();
    m_save->setEnabled(true);
    const bool whole = m_file->flush();
    m_file->close();
    if (answer.has_value() && whole) return m_note->setText(tr("Saved as %1").arg(m_file->fileName()));
    // Half a file under the right name would be taken for the whole one.
    m_file->remove();
    if (answer.has_error()) return m_error->tell(errorText(answer.error()));
    m_error->tell({tr("The file could not be saved completely."), tr("Free some disk space and save it again."),
                   m_file->fileName() + u": "_s + m_file->errorString()});
}

void JobArtifacts::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void JobArtifacts::showEvent(QShowEvent*) {
    if (!m_row.id.empty()) fetch();
}

}  // namespace ph::ui
