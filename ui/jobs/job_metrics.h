#pragma once

#include "client/jobs/job_client.h"
#include "ui/widgets/chart.h"

#include <QTimer>
#include <QWidget>

#include <map>

class QGridLayout;
class QLabel;
class QScrollArea;

namespace ph::ui {

class EmptyState;

/// Training curves by step, and the task's use of CPU and memory by time. Asks every 2 s while it is seen and the job
/// runs: readings are streams, not events.
class JobMetrics : public QWidget {
    Q_OBJECT
public:
    JobMetrics(client::Connection& connection, JobId job, QWidget* parent = nullptr);

    void setJob(const JobSummary& job);
    void addPoints(const std::vector<MetricPoint>& points);
    void addSamples(const std::vector<UsageSample>& samples);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void ask();
    Chart& chartOf(const std::string& metric);
    void arrange();
    void showEmptiness();

    client::JobClient m_client;
    JobId m_job;
    JobSummary m_row;
    int m_readAttempt = 0;
    std::int64_t m_offset = 0;
    std::int64_t m_lastSample = 0;
    bool m_complete = false;
    client::Call<api::MetricList> m_metricCall;
    client::Call<api::SampleList> m_sampleCall;
    QTimer m_poll;
    QScrollArea* m_area;
    QWidget* m_body;
    QGridLayout* m_grid;
    EmptyState* m_empty;
    std::map<std::string, Chart*> m_curves;
    std::map<std::string, std::vector<QPointF>> m_points;
    Chart* m_cpu;
    Chart* m_memory;
    std::vector<QPointF> m_cpuPoints;
    std::vector<QPointF> m_memoryPoints;
    int m_columns = 0;
};

}  // namespace ph::ui
