#pragma once

#include "client/jobs/job_client.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QTableWidget;

namespace ph::ui {

class CopyBox;
class KeyFacts;

/// Why a job is as it is, and how it came there.
class JobOverview : public QWidget {
    Q_OBJECT
public:
    JobOverview(client::Connection& connection, JobId job, QWidget* parent = nullptr);
    void showDetail(const api::JobDetail& detail);
    void showVerdict(const Verdict& verdict);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void showReason();
    void showHistory();
    void askWhy();

    client::JobClient m_client;
    JobId m_job;
    api::JobDetail m_detail;
    Verdict m_verdict;
    client::Call<Verdict> m_why;
    QTimer m_again;
    QWidget* m_card;
    QLabel* m_reason;
    QLabel* m_verdictLines;
    QLabel* m_commandTitle;
    CopyBox* m_command;
    KeyFacts* m_use;
    QLabel* m_historyTitle;
    QTableWidget* m_history;
};

}  // namespace ph::ui
