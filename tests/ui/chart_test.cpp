#include "ui/widgets/chart.h"

#include "ui/ui_tests.h"
#include "ui/widgets/chart_series.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

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
    void anEmptyChartHasNoValuesAndSaysSo() {
        Chart chart(ChartUnit::Number, Chart::Axis::Step);
        QVERIFY(chart.isEmpty());
        chart.setPoints(QStringLiteral("loss"), {});
        QVERIFY(chart.isEmpty());
        QCOMPARE(chart.csv(), QStringLiteral("series,step,value\n"));
        chart.setPoints(QStringLiteral("loss"), {{1, 2}});
        QVERIFY(!chart.isEmpty());
        chart.clear();
        QVERIFY(chart.isEmpty());
    }
    void onePointIsADotThatCanBeSeen() {
        Chart chart(ChartUnit::Number, Chart::Axis::Step);
        chart.resize(300, 180);
        const auto empty = chart.grab().toImage();
        chart.setPoints(QString(), {{1, 2}});
        QVERIFY(chart.grab().toImage() != empty);
    }
    void aCurveOfNothingButGapsLeavesTheAxisAtRest() {
        Chart chart(ChartUnit::Percent, Chart::Axis::Step), empty(ChartUnit::Percent, Chart::Axis::Step);
        for (auto* one : {&chart, &empty}) one->resize(300, 180);
        chart.setPoints(QString(), {{0, kNaN}, {1, kNaN}});
        empty.setPoints(QString(), {});
        QCOMPARE(chart.csv(), empty.csv());
        QCOMPARE(chart.grab().toImage(), empty.grab().toImage());
    }
    void valuesBeyondAllBoundsDoNotHang_data() {
        QTest::addColumn<double>("value");
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity();
        QTest::newRow("infinite below") << -std::numeric_limits<double>::infinity();
        QTest::newRow("largest") << std::numeric_limits<double>::max();
        QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min();
    }
    void valuesBeyondAllBoundsDoNotHang() {
        QFETCH(double, value);
        for (const auto unit : {ChartUnit::Number, ChartUnit::Bytes, ChartUnit::Cores}) {
            Chart chart(unit, Chart::Axis::Step);
            chart.resize(300, 180);
            chart.setPoints(QStringLiteral("x"), {{1, 1}, {2, value}, {3, 2}});
            chart.setCrossHair(2);
            QVERIFY(!chart.grab().isNull());
        }
    }
    void timesAreWrittenWithTheirZone() {
        Chart chart(ChartUnit::Cores, Chart::Axis::Time);
        chart.setPoints(QStringLiteral("Used"), {{1'700'000'000.25, 1.5}});
        QCOMPARE(chart.csv(), QStringLiteral("series,time,value\n\"Used\",2023-11-14T22:13:20.250Z,1.5\n"));
    }
    void onAStepAxisTheCrossHairStandsOnSteps() {
        Chart chart(ChartUnit::Number, Chart::Axis::Step);
        chart.setPoints(QStringLiteral("loss"), {{0, 1}, {1, 2}, {2, 3}, {3, 1}});
        chart.resize(600, 200);
        chart.show();
        QSignalSpy hovered(&chart, &Chart::hovered);
        for (int x = 100; x < 560; x += 37) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, 100), chart.mapToGlobal(QPointF(x, 100)), Qt::NoButton,
                             Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&chart, &move);
            const double step = hovered.last().at(0).toDouble();
            QVERIFY2(std::isnan(step) || step == std::round(step), qPrintable(QString::number(step)));
        }
        QVERIFY(hovered.size() > 5);
    }
    void theCrossHairGoesWithTheMouse() {
        Chart chart(ChartUnit::Number, Chart::Axis::Step);
        chart.setPoints(QStringLiteral("loss"), {{0, 1}, {9, 2}});
        chart.resize(600, 200);
        chart.show();
        const auto before = chart.grab().toImage();
        QSignalSpy hovered(&chart, &Chart::hovered);
        chart.setCrossHair(4);
        QVERIFY(chart.grab().toImage() != before);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&chart, &leave);
        QVERIFY(std::isnan(hovered.last().at(0).toDouble()));
        QCOMPARE(chart.grab().toImage(), before);
    }
    void theMenuCopiesTheValuesAndThePicture() {
        Chart chart(ChartUnit::Number, Chart::Axis::Step);
        chart.setPoints(QStringLiteral("loss"), {{1, 0.5}});
        chart.resize(300, 180);
        chart.show();
        const auto choose = [&](const char* text) {
            QTimer::singleShot(0, &chart, [text] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                if (!menu) return;
                for (auto* action : menu->actions())
                    if (action->text() == QString::fromLatin1(text)) action->trigger();
                menu->close();
            });
            QContextMenuEvent ask(QContextMenuEvent::Mouse, QPoint(50, 50), chart.mapToGlobal(QPoint(50, 50)));
            QCoreApplication::sendEvent(&chart, &ask);
        };
        choose("Copy values as CSV");
        QCOMPARE(QGuiApplication::clipboard()->text(), chart.csv());
        choose("Copy image");
        QCOMPARE(QGuiApplication::clipboard()->image().size(), chart.size() * chart.devicePixelRatio());
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
