#pragma once

#include "client/jobs/log_stream.h"
#include "domain/jobs/job.h"
#include "ui/widgets/preferences.h"

#include <QWidget>

#include <memory>

class QFile;
class QLabel;
class QLineEdit;
class QToolButton;

namespace ph::client {
class Connection;
}

namespace ph::ui {

class EmptyState;
class ErrorBanner;
class LogView;

/// A job's log as it comes, with search and saving. Starts reading when it is first shown.
class JobLog : public QWidget {
    Q_OBJECT
public:
    JobLog(client::Connection& connection, JobId job, Preferences& preferences, QWidget* parent = nullptr);
    ~JobLog() override;

    void setJob(const JobSummary& job);
    LogView& view() { return *m_view; }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void layOut();
    void retranslate();
    void read();
    void save();
    void showEmptiness();

    client::Connection& m_connection;
    JobId m_job;
    Preferences& m_preferences;
    int m_attempt = 0;
    int m_readAttempt = 0;
    bool m_ended = false;
    qint64 m_firstOffset = 0;
    std::unique_ptr<client::LogStream> m_stream;
    std::unique_ptr<client::LogStream> m_saving;
    std::unique_ptr<QFile> m_file;
    LogView* m_view;
    EmptyState* m_empty;
    ErrorBanner* m_error;
    QLineEdit* m_search;
    QLabel* m_hits;
    QLabel* m_note;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_wrap;
    QToolButton* m_save;
};

}  // namespace ph::ui
