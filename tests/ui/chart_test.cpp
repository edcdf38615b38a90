#include "ui/widgets/chart.h"

#include "ui/ui_tests.h"
#include "ui/widgets/chart_series.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

namespace ph::test {

using namespace ph::ui;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<QPointF> wave(int count) {
    std::vector<QPointF> points;
    for (int i = 0; i < count; ++i) points.emplace_back(i, std::sin(i * 0.7) * (i % 97));
    return points;
}

}  // namespace

class ChartTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void decimationKeepsTheExtremesOfEveryPixel() {
        const auto points = wave(10'000);
        const auto parts = decimated(points, 0, 10'000, 100, 0);
        QCOMPARE(parts.size(), std::size_t{1});
        QVERIFY(parts[0].size() <= 400 + 4);
        for (int column = 0; column < 100; ++column) {
            double least = 1e9, greatest = -1e9, leastKept = 1e9, greatestKept = -1e9;
            for (int i = column * 100; i < (column + 1) * 100; ++i) {
                least = std::min(least, points[static_cast<std::size_t>(i)].y());
                greatest = std::max(greatest, points[static_cast<std::size_t>(i)].y());
            }
            for (const auto& p : parts[0])
                if (p.x() >= column * 100 && p.x() < (column + 1) * 100)
                    leastKept = std::min(leastKept, p.y()), greatestKept = std::max(greatestKept, p.y());
            QCOMPARE(leastKept, least);
            QCOMPARE(greatestKept, greatest);
        }
    }
    void decimatedPointsStayInOrder() {
        const auto parts = decimated(wave(5000), 0, 5000, 50, 0);
        for (qsizetype i = 1; i < parts[0].size(); ++i) QVERIFY(parts[0][i - 1].x() <= parts[0][i].x());
    }
    void aGapStaysAGap() {
        const std::vector<QPointF> points{{0, 1}, {1, 2}, {2, kNaN}, {3, 4}, {20, 5}, {21, 6}};
        QCOMPARE(decimated(points, 0, 30, 1000, 0).size(), std::size_t{2});
        const auto parts = decimated(points, 0, 30, 1000, 10);
        QCOMPARE(parts.size(), std::size_t{3});
        QCOMPARE(parts[1].size(), 1);
    }
    void onlyWhatIsInRangeIsDrawnWithOnePointBeyond() {
        const auto parts = decimated(wave(1000), 500, 510, 1000, 0);
        QCOMPARE(parts[0].front().x(), 499.0);
        QCOMPARE(parts[0].back().x(), 510.0);
    }
    void nothingGivesNothing() { QVERIFY(decimated({}, 0, 1, 100, 0).empty()); }
    void ticksAreRound_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("unit");
        QTest::addColumn<QList<double>>("expected");
        QTest::newRow("percent") << 0.0 << 100.0 << int(ChartUnit::Percent) << QList<double>{0, 25, 50, 75, 100};
        QTest::newRow("small") << 0.0 << 0.9 << int(ChartUnit::Number) << QList<double>{0, 0.25, 0.5, 0.75};
        QTest::newRow("around nothing") << -1.0 << 1.0 << int(ChartUnit::Number) << QList<double>{-1, -0.5, 0, 0.5, 1};
        QTest::newRow("bytes by powers of two")
            << 0.0 << double(4LL << 30) << int(ChartUnit::Bytes)
            << QList<double>{0, double(1LL << 30), double(2LL << 30), double(3LL << 30), double(4LL << 30)};
    }
    void ticksAreRound() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, unit);
        QFETCH(QList<double>, expected);
        const auto found = ticks(low, high, 4, static_cast<ChartUnit>(unit));
        QCOMPARE(QList<double>(found.begin(), found.end()), expected);
    }
    void valuesHaveUnits() {
        QCOMPARE(valueText(1.5, ChartUnit::Cores), QStringLiteral("1.5 cores"));
        QCOMPARE(valueText(42, ChartUnit::Percent), QStringLiteral("42 %"));
        QCOMPARE(valueText(double(3LL << 30), ChartUnit::Bytes), QStringLiteral("3 GiB"));
        QCOMPARE(valueText(0.12346, ChartUnit::Number), QStringLiteral("0.1235"));
        QCOMPARE(valueText(0.00001, ChartUnit::Number), QStringLiteral("1.00e-05"));
        QCOMPARE(valueText(100, ChartUnit::Number), QStringLiteral("100"));
    }
    void theCrossHairIsTold() {
        Chart chart(ChartUnit::Percent, Chart::Axis::Time);
        chart.setPoints(QStringLiteral("gpu0"), {{1000, 10}, {1100, 20}, {1200, 30}});
        chart.resize(600, 200);
        chart.show();
        QSignalSpy hovered(&chart, &Chart::hovered);
        QTest::mouseMove(&chart, QPoint(300, 100));
        QMouseEvent move(QEvent::MouseMove, QPointF(320, 100), chart.mapToGlobal(QPointF(320, 100)), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&chart, &move);
        QVERIFY(!hovered.isEmpty());
        const double x = hovered.last().at(0).toDouble();
        QVERIFY(x > 900 && x < 1200);
    }
    void csvQuotesNamesAndLeavesGapsOut() {
        Chart chart(ChartUnit::Number, Chart::Axis::Step);
        chart.setPoints(QStringLiteral("a \"b\""), {{1, 0.5}, {2, kNaN}, {3, 1}});
        QCOMPARE(chart.csv(), QStringLiteral("series,step,value\n\"a \"\"b\"\"\",1,0.5\n\"a \"\"b\"\"\",3,1\n"));
    }
    void everyShapeOfDataCanBePainted() {
        for (const auto axis : {Chart::Axis::Time, Chart::Axis::Step}) {
            Chart chart(ChartUnit::Bytes, axis);
            chart.resize(300, 180);
            QVERIFY(!chart.grab().isNull());
            chart.setPoints(QStringLiteral("one"), {{5, 1}});
            QVERIFY(!chart.grab().isNull());
            chart.setPoints(QStringLiteral("gaps"), {{5, kNaN}, {6, kNaN}});
            chart.setPoints(QStringLiteral("flat"), {{5, 0}, {9, 0}});
            chart.setSimulated(true);
            chart.setCrossHair(6);
            QVERIFY(!chart.grab().isNull());
        }
    }
};

std::unique_ptr<QObject> makeChartTest() {
    return std::make_unique<ChartTest>();
}

}  // namespace ph::test

#include "chart_test.moc"
