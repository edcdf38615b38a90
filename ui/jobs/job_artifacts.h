#pragma once

#include "client/jobs/job_client.h"

#include <QWidget>

#include <memory>

class QFile;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace ph::ui {

class EmptyState;
class ErrorBanner;

/// The kept output files of a job, and saving one.
class JobArtifacts : public QWidget {
    Q_OBJECT
public:
    JobArtifacts(client::Connection& connection, JobId job, QWidget* parent = nullptr);
    ~JobArtifacts() override;

    void setJob(const JobSummary& job);
    void showFiles(const std::vector<Artifact>& artifacts);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void fetch();
    void save();
    void saved(const Result<api::Empty>& answer);

    client::JobClient m_client;
    JobId m_job;
    JobSummary m_row;
    std::vector<Artifact> m_artifacts;
    client::Call<api::ArtifactList> m_list;
    client::Call<api::Empty> m_download;
    std::unique_ptr<QFile> m_file;
    QTableWidget* m_table;
    EmptyState* m_empty;
    ErrorBanner* m_error;
    QLabel* m_note;
    QProgressBar* m_progress;
    QPushButton* m_save;
    QPushButton* m_cancel;
};

}  // namespace ph::ui
