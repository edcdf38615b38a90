#include "ui/jobs/job_metrics.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/words.h"

#include <QEvent>
#include <QGridLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPollMs = 2000;
constexpr int kSamples = 300;
constexpr double kSampleGap = 15;  // seconds without a reading that show as a gap

}  // namespace

JobMetrics::JobMetrics(client::Connection& connection, JobId job, QWidget* parent)
    : QWidget(parent),
      m_client(connection),
      m_job(job),
      m_area(new QScrollArea(this)),
      m_body(new QWidget),
      m_grid(new QGridLayout(m_body)),
      m_empty(new EmptyState(Glyph::Curve, this)),
      m_cpu(new Chart(ChartUnit::Cores, Chart::Axis::Time, m_body)),
      m_memory(new Chart(ChartUnit::Bytes, Chart::Axis::Time, m_body)) {
    m_grid->setContentsMargins(0, metrics::kInner, metrics::kGap, 0);
    m_grid->setSpacing(metrics::kInner);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidget(m_body);
    m_area->viewport()->setAutoFillBackground(false);
    m_body->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_empty, 1);
    for (auto* chart : {m_cpu, m_memory}) {
        chart->setGap(kSampleGap);
        chart->hide();
    }
    connect(m_cpu, &Chart::hovered, m_memory, &Chart::setCrossHair);
    connect(m_memory, &Chart::hovered, m_cpu, &Chart::setCrossHair);
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &JobMetrics::ask);
    retranslate();
}

void JobMetrics::retranslate() {
    m_cpu->setTitle(tr("CPU"));
    m_memory->setTitle(tr("Memory"));
    showEmptiness();
}

void JobMetrics::setJob(const JobSummary& job) {
    m_row = job;
    if (m_readAttempt != job.attempt) {
        m_readAttempt = job.attempt;
        m_offset = 0;
        m_complete = false;
        m_points.clear();
        m_cpuPoints.clear();
        m_memoryPoints.clear();
        for (auto& [name, chart] : m_curves) chart->clear();
    }
    m_cpu->setTop(static_cast<double>(job.resources.cpu.value) / 1000);
    m_memory->setTop(static_cast<double>(job.resources.memory.value));
    if (isVisible()) ask();
    showEmptiness();
}

void JobMetrics::showEmptiness() {
    const bool empty = m_points.empty() && m_cpuPoints.empty();
    m_empty->setVisible(empty);
    m_area->setVisible(!empty);
    m_empty->setTexts(
        tr("Curves appear here when the job appends JSON lines such as {\"step\": 1, \"name\": \"loss\", \"value\": "
           "0.5} to the file named in $PH_METRICS."));
}

void JobMetrics::ask() {
    if (m_row.attempt == 0 || m_complete) return;
    const bool ended = isFinal(m_row.state);
    if (!m_metricCall.isRunning()) {
        m_metricCall = m_client.metrics(m_job, m_row.attempt, m_offset);
        m_metricCall.onDone(this, [this, ended](const Result<api::MetricList>& answer) {
            // Nothing to tell: the next turn asks again, and the window says how the link stands.
            if (answer.has_error()) return;
            const bool more = answer->offset > m_offset;
            m_offset = answer->offset;
            addPoints(answer->points);
            m_complete = ended && !more;
            if (ended && more) ask();
        });
    }
    if (m_row.state == JobState::Running && !m_sampleCall.isRunning()) {
        m_sampleCall = m_client.samples(m_job, kSamples);
        m_sampleCall.onDone(this, [this](const Result<api::SampleList>& answer) {
            if (answer.has_value()) addSamples(answer->items);
        });
    }
}

Chart& JobMetrics::chartOf(const std::string& metric) {
    auto& chart = m_curves[metric];
    if (!chart) {
        chart = new Chart(ChartUnit::Number, Chart::Axis::Step, m_body);
        chart->setTitle(qt(metric));
        for (const auto& [name, other] : m_curves) {
            if (other == chart) continue;
            connect(chart, &Chart::hovered, other, &Chart::setCrossHair);
            connect(other, &Chart::hovered, chart, &Chart::setCrossHair);
        }
        m_columns = 0;
    }
    return *chart;
}

void JobMetrics::addPoints(const std::vector<MetricPoint>& points) {
    if (points.empty()) return;
    std::set<std::string> touched;
    for (const auto& point : points) {
        auto& curve = m_points[point.name];
        // Steps only go forward on a curve; a task that starts over writes over what it wrote.
        while (!curve.empty() && curve.back().x() >= static_cast<double>(point.step)) curve.pop_back();
        curve.emplace_back(static_cast<double>(point.step), point.value);
        touched.insert(point.name);
    }
    for (const auto& name : touched) chartOf(name).setPoints(qt(name), m_points[name]);
    showEmptiness();
    arrange();
}

void JobMetrics::addSamples(const std::vector<UsageSample>& samples) {
    const auto wasEmpty = m_cpuPoints.empty();
    for (const auto& sample : samples) {
        if (sample.at.micros <= m_lastSample) continue;
        m_lastSample = sample.at.micros;
        const double time = static_cast<double>(sample.at.micros) / 1e6;
        m_cpuPoints.emplace_back(time, static_cast<double>(sample.cpuMilli) / 1000);
        m_memoryPoints.emplace_back(time, static_cast<double>(sample.memoryBytes));
    }
    if (m_cpuPoints.empty()) return;
    m_cpu->setPoints(tr("Used"), m_cpuPoints);
    m_memory->setPoints(tr("Used"), m_memoryPoints);
    if (!wasEmpty) return;
    m_cpu->show();
    m_memory->show();
    m_columns = 0;
    showEmptiness();
    arrange();
}

void JobMetrics::arrange() {
    const int columns = std::max(1, width() / metrics::kFormWidth);
    if (columns == m_columns) return;
    m_columns = columns;
    std::vector<Chart*> charts;
    for (const auto& [name, chart] : m_curves) charts.push_back(chart);
    if (!m_cpuPoints.empty()) charts.insert(charts.end(), {m_cpu, m_memory});
    int place = 0;
    for (auto* chart : charts) {
        m_grid->addWidget(chart, place / columns, place % columns);
        chart->show();
        ++place;
    }
    const int rows = m_grid->rowCount();
    for (int row = 0; row <= rows; ++row) m_grid->setRowStretch(row, row == (place + columns - 1) / columns ? 1 : 0);
}

void JobMetrics::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void JobMetrics::showEvent(QShowEvent*) {
    ask();
    m_poll.start();
}

void JobMetrics::hideEvent(QHideEvent*) {
    m_poll.stop();
}

void JobMetrics::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

}  // namespace ph::ui
