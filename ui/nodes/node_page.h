#pragma once

#include "client/nodes/node_client.h"
#include "mirror/mirror.h"
#include "ui/widgets/chart.h"
#include "ui/widgets/page.h"

#include <QTimer>

#include <map>

class QGridLayout;
class QLabel;
class QToolButton;

namespace ph::ui {

class ErrorBanner;
class KeyFacts;
class StateChip;

/// One node with live charts. Readings are asked for every 2 s, only while the page is seen.
class NodePage : public Page {
    Q_OBJECT
public:
    NodePage(client::Connection& connection, mirror::Mirror& mirror, NodeId node, QWidget* parent = nullptr);

    QString title() const override;
    void addSamples(const std::vector<UsageSample>& samples);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Kind { Cpu, Memory, Disk, Network, CardUse, CardMemory, CardHeat, CardPower, Kinds };

    void layOut();
    void retranslate();
    void showRow();
    void ask();
    void addPoint(Kind kind, const QString& series, double time, double value);
    void addCard(const AcceleratorSample& card, double time);
    void redraw();
    void arrange();

    client::NodeClient m_client;
    mirror::Mirror& m_mirror;
    NodeId m_node;
    NodeSummary m_row;
    client::Call<api::SampleList> m_call;
    QTimer m_poll;
    std::int64_t m_lastSample = 0;
    std::array<Chart*, Kinds> m_charts{};
    std::array<std::map<QString, std::vector<QPointF>>, Kinds> m_points;
    int m_columns = 0;
    QToolButton* m_back;
    QLabel* m_name;
    StateChip* m_chip;
    KeyFacts* m_facts;
    QLabel* m_remarks;
    ErrorBanner* m_error;
    QWidget* m_body;
    QGridLayout* m_grid;
};

}  // namespace ph::ui
