#pragma once

#include "client/jobs/job_client.h"
#include "mirror/mirror.h"
#include "ui/widgets/page.h"
#include "ui/widgets/preferences.h"

#include <QTimer>

class QLabel;
class QTabWidget;
class QToolButton;

namespace ph::ui {

class ErrorBanner;
class JobArtifacts;
class JobLog;
class JobMetrics;
class JobOverview;
class CopyBox;
class KeyFacts;
class StateChip;

/// One job: what it is, how it stands, its log, curves, specification and files. The row comes from the mirror; details
/// are fetched again whenever the row changes.
class JobPage : public Page {
    Q_OBJECT
public:
    JobPage(client::Connection& connection, mirror::Mirror& mirror, Preferences& preferences, JobId job,
            QWidget* parent = nullptr);

    QString title() const override;
    /// The fetched detail; public for what shows a page without a server.
    void showDetail(const api::JobDetail& detail);
    JobLog& log() { return *m_log; }
    JobMetrics& metrics() { return *m_metrics; }
    JobArtifacts& artifacts() { return *m_artifacts; }
    JobOverview& overview() { return *m_overview; }
    QTabWidget& tabs() { return *m_tabs; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeActions();
    void layOut();
    void retranslate();
    void fetch();
    void showRow();
    void stop();
    void rowGone();

    client::JobClient m_client;
    mirror::Mirror& m_mirror;
    JobId m_job;
    JobSummary m_row;
    api::JobDetail m_detail;
    client::Call<api::JobDetail> m_get;
    client::Call<JobSummary> m_stopCall;
    QTimer m_refetch;
    QTimer m_clock;
    QToolButton* m_back;
    QLabel* m_name;
    StateChip* m_chip;
    KeyFacts* m_facts;
    ErrorBanner* m_error;
    QTabWidget* m_tabs;
    JobOverview* m_overview;
    JobLog* m_log;
    JobMetrics* m_metrics;
    CopyBox* m_spec;
    JobArtifacts* m_artifacts;
    QAction* m_stop;
    QAction* m_again;
};

}  // namespace ph::ui
