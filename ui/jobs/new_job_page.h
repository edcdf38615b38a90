#pragma once

#include "client/jobs/file_uploader.h"
#include "client/jobs/job_client.h"
#include "ui/jobs/job_draft.h"
#include "ui/widgets/page.h"

#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace ph::ui {

class CopyBox;
class ErrorBanner;
class JobFields;

/// Makes a job: fields on one side; what it will ask for, whether it can start now, the YAML and the phctl line on the
/// other. Sends the chosen folder first, then the specification.
class NewJobPage : public Page {
    Q_OBJECT
public:
    /// `from`: the job to run again, empty for a new one.
    NewJobPage(client::Connection& connection, JobId from, QWidget* parent = nullptr);
    ~NewJobPage() override;

    QString title() const override { return tr("New job"); }
    JobFields& fields() { return *m_fields; }
    void setOptions(const api::JobOptions& options);
    void showForecast(const Result<api::Submitted>& answer);

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void retranslate();
    void fetch(JobId from);
    void read();
    void forecast();
    void chooseFolder();
    void submit();
    void uploaded(const std::vector<FileInput>& files);
    void sendSpec(const JobSpec& spec);
    void setBusy(bool busy);
    void showSummary();

    client::Connection& m_connection;
    client::JobClient m_client;
    client::Call<api::JobOptions> m_optionsCall;
    client::Call<api::JobDetail> m_fromCall;
    client::Call<api::Submitted> m_forecastCall;
    client::Call<api::Submitted> m_submitCall;
    std::unique_ptr<client::FileUploader> m_uploader;
    api::JobOptions m_options;
    DraftReading m_reading;
    QString m_folder;
    std::vector<client::LocalFile> m_folderFiles;
    QByteArray m_key;
    QTimer m_pause;
    bool m_tried = false;
    JobFields* m_fields;
    ErrorBanner* m_error;
    QLabel* m_title;
    QToolButton* m_back;
    QPushButton* m_submit;
    QAction* m_submitAction = nullptr;
    QProgressBar* m_progress;
    QLabel* m_summaryTitle;
    QLabel* m_summary;
    QLabel* m_forecast;
    QLabel* m_yamlTitle;
    CopyBox* m_yaml = nullptr;
    QLabel* m_lineTitle;
    CopyBox* m_line = nullptr;
};

}  // namespace ph::ui
