#include "ui/nodes/node_page.h"

#include "ui/nodes/nodes_page.h"
#include "ui/site.h"
#include "ui/ui_tests.h"
#include "ui/widgets/chart.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/state_chip.h"

#include <QSignalSpy>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

struct Opened : Site {
    NodeSummary row = addNode("gpu-01", 8);
    NodePage page{connection, mirror, row.id};

    Opened() {
        live();
        page.resize(1000, 700);
        page.show();
    }
    UsageSample reading(int second) const {
        UsageSample sample;
        sample.at = {1'700'000'000'000'000 + second * 1'000'000LL};
        sample.cpuMilli = 2500;
        sample.memoryBytes = 3LL << 30;
        sample.diskReadBytes = second * 1000LL;
        sample.networkSentBytes = second * 500LL;
        return sample;
    }
    Chart* chart(const char* title) {
        for (auto* chart : page.findChildren<Chart*>())
            if (chart->accessibleName() == QString::fromLatin1(title)) return chart;
        return nullptr;
    }
    QStringList charts() {
        QStringList titles;
        for (auto* chart : page.findChildren<Chart*>())
            if (!chart->isHidden()) titles << chart->accessibleName();
        return titles;
    }
};

struct List : Site {
    NodesPage page{mirror, preferences};

    List() {
        page.resize(1000, 600);
        page.show();
    }
    DataTable& table() { return *page.findChild<DataTable*>(); }
};

}  // namespace

class NodePageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itSaysWhatTheNodeHasAndWhatIsInUse() {
        Opened opened;
        opened.row.cpuAllocated = cores(3);
        opened.row.running = 2;
        opened.put(opened.row);
        const QString words = wordsOf(opened.page);
        for (const char* part : {"gpu-01", "Tasks", "2", "3 of 8 cores", "64 GiB", "Engine", "process"})
            QVERIFY2(words.contains(QString::fromLatin1(part)), qPrintable(words));
        QCOMPARE(opened.page.title(), QStringLiteral("gpu-01"));
    }
    void onlyWhatIsMeasuredIsDrawn() {
        Opened opened;
        QCOMPARE(opened.charts(), QStringList({QStringLiteral("CPU"), QStringLiteral("Memory")}));
        opened.page.addSamples({opened.reading(0), opened.reading(2)});
        QCOMPARE(opened.charts(), QStringList({QStringLiteral("CPU"), QStringLiteral("Memory"), QStringLiteral("Disk"),
                                               QStringLiteral("Network")}));
    }
    void countersBecomeRatesAndOneThatWentBackAGap() {
        Opened opened;
        auto restarted = opened.reading(6);
        restarted.diskReadBytes = 10;
        opened.page.addSamples({opened.reading(2), opened.reading(4), restarted});
        const QString csv = opened.chart("Disk")->csv();
        QCOMPARE(csv.count(QStringLiteral("\"Read\"")), 1);
        QVERIFY2(csv.contains(QStringLiteral("\"Read\",2023-11-14T22:13:24.000Z,1000")), qPrintable(csv));
    }
    void aReadingThatComesTwiceCountsOnce() {
        Opened opened;
        opened.page.addSamples({opened.reading(2), opened.reading(4)});
        opened.page.addSamples({opened.reading(2), opened.reading(4), opened.reading(6)});
        QCOMPARE(opened.chart("CPU")->csv().count(u'\n'), 1 + 3);
    }
    void whatACardDoesNotReportHasNoCurve() {
        Opened opened;
        auto sample = opened.reading(2);
        sample.accelerators = {{"card0", 50, 1 << 30, -1, -1, false}};
        opened.page.addSamples({sample});
        QVERIFY(opened.charts().contains(QStringLiteral("Accelerator use")));
        QVERIFY(!opened.charts().contains(QStringLiteral("Temperature")));
        QVERIFY(!opened.charts().contains(QStringLiteral("Power")));
    }
    void chartsShareTheirCrossHair() {
        Opened opened;
        opened.page.addSamples({opened.reading(0), opened.reading(2), opened.reading(4)});
        auto* cpu = opened.chart("CPU");
        auto* memory = opened.chart("Memory");
        const auto before = memory->grab().toImage();
        Q_EMIT cpu->hovered(1'700'000'002);
        QVERIFY(memory->grab().toImage() != before);
    }
    void aNodeThatIsDownSaysSoInWordsNotMarkup() {
        Opened opened;
        opened.row.state = NodeState::Down;
        opened.row.stateDetail = "<b>no sign</b> of life";
        opened.put(opened.row);
        QCOMPARE(opened.page.findChild<StateChip*>()->accessibleName(), QStringLiteral("Down"));
        const QLabel* remark = nullptr;
        for (const auto* label : opened.page.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("no sign"))) remark = label;
        QVERIFY(remark && remark->isVisible());
        QCOMPARE(remark->textFormat(), Qt::PlainText);
    }
    void aNarrowPageHasOneColumnOfCharts() {
        Opened opened;
        opened.page.addSamples({opened.reading(0), opened.reading(2)});
        QTRY_VERIFY(opened.chart("CPU")->y() == opened.chart("Memory")->y());
        opened.page.resize(600, 700);
        QTRY_VERIFY(opened.chart("CPU")->x() == opened.chart("Memory")->x());
    }
    void theListSaysWhatItWaitsForAndWhatTheFilterHides() {
        List list;
        QVERIFY(wordsOf(list.page).contains(QStringLiteral("Fetching nodes")));
        list.live();
        QVERIFY(wordsOf(list.page).contains(QStringLiteral("Machines that run jobs appear here")));
        list.addNode("cpu-01", 8);
        list.addNode("cpu-02", 64);
        QVERIFY(wordsOf(list.page).contains(QStringLiteral("2 nodes")));
        auto* line = list.page.findChild<FilterLine*>();
        line->setText(QStringLiteral("cpu>32"));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(wordsOf(list.page).contains(QStringLiteral("1 of 2 nodes")));
        line->setText(QStringLiteral("cpu>320"));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(wordsOf(list.page).contains(QStringLiteral("No node matches the filter.")));
    }
    void aNodeOpensFromTheListByReturn() {
        List list;
        const auto node = list.addNode("cpu-01");
        QSignalSpy asked(&list.page, &Page::openAsked);
        list.table().selectRow(0);
        QTest::keyClick(&list.table(), Qt::Key_Return);
        QCOMPARE(asked.value(0).value(0).toString(), QStringLiteral("nodes/") + QString::fromStdString(node.id.str()));
    }
    void whatANodeReportsIsTextInTheListToo() {
        List list;
        auto row = list.addNode("cpu-01");
        row.state = NodeState::Down;
        row.stateDetail = "<b>gone</b>";
        list.put(row);
        const auto tip = list.table().model()->index(0, NodeModel::State).data(Qt::ToolTipRole).toString();
        QVERIFY2(!tip.contains(QStringLiteral("<b>")), qPrintable(tip));
    }
    void ofManyNodesTheChosenOneStaysChosenWhileAllReport() {
        List list;
        std::vector<NodeSummary> rows;
        for (int i = 0; i < 100; ++i) rows.push_back(list.addNode("node-" + std::to_string(i), 8));
        list.table().sortByColumn(NodeModel::Cpu, Qt::DescendingOrder);
        list.table().selectRow(40);
        const QString chosen = list.table().currentIndex().siblingAtColumn(NodeModel::Name).data().toString();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].cpuAllocated = cores(int(i * 37 % 8));
            list.put(rows[i]);
        }
        QCOMPARE(list.table().chosenRows().size(), 1);
        QCOMPARE(list.table().chosenRows().first().siblingAtColumn(NodeModel::Name).data().toString(), chosen);
    }
};

std::unique_ptr<QObject> makeNodePageTest() {
    return std::make_unique<NodePageTest>();
}

}  // namespace ph::test

#include "node_page_test.moc"
