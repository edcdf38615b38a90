#include "ui/nodes/node_page.h"

#include "ui/nodes/node_model.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/key_facts.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/words.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <limits>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPollMs = 2000;
constexpr int kSamples = 300;
constexpr std::size_t kMostPoints = 2000;
constexpr double kGapSeconds = 15;

constexpr std::array kUnits{ChartUnit::Cores,   ChartUnit::Bytes, ChartUnit::BytesPerSecond, ChartUnit::BytesPerSecond,
                            ChartUnit::Percent, ChartUnit::Bytes, ChartUnit::Celsius,        ChartUnit::Watts};

}  // namespace

NodePage::NodePage(client::Connection& connection, mirror::Mirror& mirror, NodeId node, QWidget* parent)
    : Page(parent),
      m_client(connection),
      m_mirror(mirror),
      m_node(node),
      m_back(new QToolButton(this)),
      m_name(new QLabel(this)),
      m_chip(new StateChip(this)),
      m_facts(new KeyFacts(this)),
      m_remarks(new QLabel(this)),
      m_error(new ErrorBanner(this)),
      m_body(new QWidget),
      m_grid(new QGridLayout(m_body)) {
    for (int kind = 0; kind < Kinds; ++kind) {
        auto* chart = new Chart(kUnits[static_cast<std::size_t>(kind)], Chart::Axis::Time, m_body);
        chart->setGap(kGapSeconds);
        chart->setVisible(kind <= Memory);
        m_charts[static_cast<std::size_t>(kind)] = chart;
    }
    for (auto* from : m_charts)
        for (auto* to : m_charts)
            if (from != to) connect(from, &Chart::hovered, to, &Chart::setCrossHair);
    m_charts[CardUse]->setTop(100);
    layOut();
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &NodePage::ask);
    for (auto signal : {&mirror::Table::changed, &mirror::Table::inserted, &mirror::Table::removed})
        connect(&mirror.nodes(), signal, this, &NodePage::showRow);
    retranslate();
}

void NodePage::layOut() {
    m_name->setFont(titleFont());
    m_name->setTextFormat(Qt::PlainText);
    m_back->setIcon(icon(Glyph::Back));
    m_back->setAutoRaise(true);
    m_remarks->setWordWrap(true);
    m_remarks->setTextFormat(Qt::PlainText);
    m_remarks->setForegroundRole(QPalette::PlaceholderText);
    connect(m_back, &QToolButton::clicked, this, [this] { Q_EMIT openAsked(u"nodes"_s); });
    auto* head = new QHBoxLayout;
    head->addWidget(m_back);
    head->addWidget(m_chip);
    head->addWidget(m_name, 1);
    m_grid->setContentsMargins(0, 0, metrics::kGap, 0);
    m_grid->setSpacing(metrics::kInner);
    auto* area = new QScrollArea(this);
    area->setWidget(m_body);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->viewport()->setAutoFillBackground(false);
    m_body->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kOuter, metrics::kInner, metrics::kOuter, metrics::kOuter);
    layout->addLayout(head);
    layout->addWidget(m_facts);
    layout->addWidget(m_remarks);
    layout->addWidget(m_error);
    layout->addWidget(area, 1);
}

void NodePage::retranslate() {
    m_back->setToolTip(tr("All nodes"));
    m_back->setAccessibleName(tr("All nodes"));
    const QStringList titles{
        tr("CPU"),         tr("Memory"), tr("Disk"), tr("Network"), tr("Accelerator use"), tr("Accelerator memory"),
        tr("Temperature"), tr("Power")};
    for (int kind = 0; kind < Kinds; ++kind) m_charts[static_cast<std::size_t>(kind)]->setTitle(titles[kind]);
    showRow();
}

QString NodePage::title() const {
    return m_row.name.empty() ? tr("Node") : qt(m_row.name);
}

void NodePage::showRow() {
    const auto* row = m_mirror.nodes().find(m_node);
    if (row) m_row = *row;
    m_name->setText(title());
    m_chip->setVisible(!m_row.id.empty());
    if (m_row.id.empty()) return;
    m_chip->setLook(lookOf(m_row.state));
    const auto& c = m_row.capabilities;
    std::vector<Fact> facts{{tr("Tasks"), QString::number(m_row.running), {}},
                            {tr("CPU allocated"),
                             tr("%1 of %2 cores").arg(qt(cpuText(m_row.cpuAllocated)), qt(cpuText(m_row.capacity.cpu))),
                             {}},
                            {tr("Memory allocated"),
                             tr("%1 of %2").arg(sizeText(m_row.memoryAllocated), sizeText(m_row.capacity.memory)),
                             {}},
                            {tr("Scratch allocated"),
                             tr("%1 of %2").arg(sizeText(m_row.scratchAllocated), sizeText(m_row.capacity.scratch)),
                             {}}};
    if (!m_row.capacity.accelerators.empty())
        facts.push_back({tr("Accelerators allocated"),
                         tr("%1 of %2").arg(QString::number(m_row.acceleratorsAllocated.size()), cardsText(m_row)),
                         {}});
    facts.push_back({tr("Engine"), qt(c.engine), {}});
    facts.push_back({tr("Memory limit"), strengthWord(c.memoryLimit), {}});
    m_facts->setFacts(facts);
    QStringList remarks;
    if (!m_row.stateDetail.empty()) remarks << qt(m_row.stateDetail);
    for (const auto& remark : c.remarks) remarks << remarkSentence(remark);
    m_remarks->setText(remarks.join(u'\n'));
    m_remarks->setVisible(!remarks.isEmpty());
    m_charts[Cpu]->setTop(static_cast<double>(m_row.capacity.cpu.value) / 1000);
    m_charts[Memory]->setTop(static_cast<double>(m_row.capacity.memory.value));
    bool simulated = false;
    std::int64_t largest = 0;
    for (const auto& card : m_row.capacity.accelerators)
        simulated |= card.simulated, largest = std::max(largest, card.memory.value);
    for (const auto kind : {CardUse, CardMemory, CardHeat, CardPower}) m_charts[kind]->setSimulated(simulated);
    m_charts[CardMemory]->setTop(static_cast<double>(largest));
}

void NodePage::ask() {
    if (m_call.isRunning()) return;
    m_call = m_client.samples(m_node, kSamples);
    m_call.onDone(this, [this](const Result<api::SampleList>& answer) {
        if (answer.has_value()) {
            m_error->clear();
            addSamples(answer->items);
        } else if (!answer.error().retryable()) {
            m_error->tell(errorText(answer.error()));
        }
    });
}

void NodePage::addPoint(Kind kind, const QString& series, double time, double value) {
    auto& points = m_points[kind][series];
    if (points.size() >= kMostPoints) points.erase(points.begin(), points.begin() + kMostPoints / 4);
    points.emplace_back(time, value);
}

void NodePage::addCard(const AcceleratorSample& card, double time) {
    const QString name = qt(card.id);
    // What a card does not report has no curve; it is never drawn as nothing.
    if (card.usePercent >= 0) addPoint(CardUse, name, time, card.usePercent);
    if (card.memoryUsed >= 0) addPoint(CardMemory, name, time, static_cast<double>(card.memoryUsed));
    if (card.temperatureCelsius >= 0) addPoint(CardHeat, name, time, card.temperatureCelsius);
    if (card.powerWatts >= 0) addPoint(CardPower, name, time, card.powerWatts);
}

void NodePage::addSamples(const std::vector<UsageSample>& samples) {
    const UsageSample* before = nullptr;
    for (const auto& sample : samples) {
        const auto* last = std::exchange(before, &sample);
        if (sample.at.micros <= m_lastSample) continue;
        m_lastSample = sample.at.micros;
        const double time = static_cast<double>(sample.at.micros) / 1e6;
        addPoint(Cpu, tr("Used"), time, static_cast<double>(sample.cpuMilli) / 1000);
        addPoint(Memory, tr("Used"), time, static_cast<double>(sample.memoryBytes));
        for (const auto& card : sample.accelerators) addCard(card, time);
        if (!last) continue;
        // Counters become rates; one that went back (a restart) gives a gap.
        const double seconds = time - static_cast<double>(last->at.micros) / 1e6;
        const auto rate = [&](std::int64_t now, std::int64_t then) {
            return seconds > 0 && now >= then ? static_cast<double>(now - then) / seconds
                                              : std::numeric_limits<double>::quiet_NaN();
        };
        addPoint(Disk, tr("Read"), time, rate(sample.diskReadBytes, last->diskReadBytes));
        addPoint(Disk, tr("Written"), time, rate(sample.diskWriteBytes, last->diskWriteBytes));
        addPoint(Network, tr("Received"), time, rate(sample.networkReceivedBytes, last->networkReceivedBytes));
        addPoint(Network, tr("Sent"), time, rate(sample.networkSentBytes, last->networkSentBytes));
    }
    redraw();
}

void NodePage::redraw() {
    bool more = false;
    for (std::size_t kind = 0; kind < Kinds; ++kind) {
        for (const auto& [series, points] : m_points[kind]) m_charts[kind]->setPoints(series, points);
        if (!m_points[kind].empty() && m_charts[kind]->isHidden()) {
            m_charts[kind]->show();
            more = true;
        }
    }
    if (!more) return;
    m_columns = 0;
    arrange();
}

void NodePage::arrange() {
    const int columns = width() >= 2 * metrics::kDialogWidth ? 2 : 1;
    if (columns == m_columns) return;
    m_columns = columns;
    int place = 0;
    for (auto* chart : m_charts) {
        if (chart->isHidden()) continue;
        m_grid->addWidget(chart, place / columns, place % columns);
        ++place;
    }
    const int rows = m_grid->rowCount();
    for (int row = 0; row <= rows; ++row) m_grid->setRowStretch(row, row == (place + columns - 1) / columns ? 1 : 0);
}

void NodePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    Page::changeEvent(event);
}

void NodePage::showEvent(QShowEvent*) {
    ask();
    m_poll.start();
}

void NodePage::hideEvent(QHideEvent*) {
    m_poll.stop();
}

void NodePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

}  // namespace ph::ui
