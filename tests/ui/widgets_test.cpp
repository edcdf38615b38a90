#include "base/error.h"
#include "ui/ui_tests.h"
#include "ui/widgets/copy_box.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/key_facts.h"
#include "ui/widgets/state_chip.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/toast.h"
#include "ui/widgets/words.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace ph::test {

using namespace ph::ui;

class WidgetsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void undoMeansThatNothingHappens() {
        QWidget window;
        window.resize(600, 400);
        window.show();
        Toast toast(&window);
        int done = 0;
        toast.sayWithUndo(QStringLiteral("x"), QStringLiteral("Now"), 10, [&] { ++done; });
        auto buttons = toast.findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons.last(), Qt::LeftButton);
        QVERIFY(toast.isHidden());
        QCOMPARE(done, 0);
    }
    void theWorkIsDoneAtOnceIfAsked() {
        QWidget window;
        window.show();
        Toast toast(&window);
        int done = 0;
        toast.sayWithUndo(QStringLiteral("x"), QStringLiteral("Now"), 10, [&] { ++done; });
        QTest::mouseClick(toast.findChildren<QPushButton*>().first(), Qt::LeftButton);
        QCOMPARE(done, 1);
    }
    void theWorkIsDoneWhenTheTimeIsOver() {
        QWidget window;
        window.show();
        Toast toast(&window);
        int done = 0;
        toast.sayWithUndo(QStringLiteral("x"), {}, 1, [&] { ++done; });
        QTRY_COMPARE_WITH_TIMEOUT(done, 1, 5000);
    }
    void aSecondToastAndAClosedWindowDoTheWorkOfTheFirst() {
        QWidget window;
        window.show();
        Toast toast(&window);
        int done = 0;
        toast.sayWithUndo(QStringLiteral("x"), {}, 10, [&] { ++done; });
        toast.sayWithUndo(QStringLiteral("y"), {}, 10, [&] { ++done; });
        QCOMPARE(done, 1);
        window.close();
        QCOMPARE(done, 2);
    }
    void anErrorFoldsItsDetailsAndCopiesEverything() {
        ErrorBanner banner;
        banner.tell({QStringLiteral("what"), QStringLiteral("todo"), QStringLiteral("details")});
        auto* details = banner.findChild<QPlainTextEdit*>();
        QVERIFY(!details->isVisible());
        const auto buttons = banner.findChildren<QToolButton*>();
        QTest::mouseClick(buttons.at(0), Qt::LeftButton);
        QVERIFY(details->isVisible());
        QTest::mouseClick(buttons.at(1), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("what\ntodo\ndetails"));
        QTest::mouseClick(buttons.at(2), Qt::LeftButton);
        QVERIFY(banner.isHidden());
    }
    void anErrorIsASentenceWithItsNameInTheDetails() {
        const auto text = errorText(Error(kUnavailable).with("host", "h"));
        QVERIFY(text.what.size() > 10);
        QVERIFY(text.details.contains(QStringLiteral("unavailable")));
        QVERIFY(text.details.contains(QStringLiteral("host: h")));
    }
    void everyStateHasAWordAndAShape() {
        QStringList words;
        for (int i = 0; i <= static_cast<int>(JobState::Stopped); ++i) words << lookOf(static_cast<JobState>(i)).word;
        words.removeAll(QString());
        words.removeDuplicates();
        QCOMPARE(words.size(), 8);
        QVERIFY(lookOf(JobState::Succeeded).glyph != lookOf(JobState::Failed).glyph);
        StateChip chip;
        chip.setLook(lookOf(NodeState::Ready));
        QCOMPARE(chip.accessibleName(), lookOf(NodeState::Ready).word);
        QVERIFY(!chip.grab().isNull());
    }
    void timesAreForPeopleAndNeverInTheFuture_data() {
        QTest::addColumn<qint64>("secondsAgo");
        QTest::addColumn<QString>("text");
        QTest::newRow("future") << qint64{-50} << QStringLiteral("just now");
        QTest::newRow("now") << qint64{0} << QStringLiteral("just now");
        QTest::newRow("seconds") << qint64{42} << QStringLiteral("42 s ago");
        QTest::newRow("minutes") << qint64{250} << QStringLiteral("4 min ago");
        QTest::newRow("hours") << qint64{7300} << QStringLiteral("2 h ago");
        QTest::newRow("days") << qint64{200000} << QStringLiteral("2 d ago");
    }
    void timesAreForPeopleAndNeverInTheFuture() {
        QFETCH(qint64, secondsAgo);
        QFETCH(QString, text);
        const Timestamp now{1'700'000'000'000'000};
        QCOMPARE(ago({now.micros - secondsAgo * 1'000'000}, now), text);
        QCOMPARE(ago({}, now), QString());
    }
    void lengthsHaveTwoUnitsAtMost() {
        QCOMPARE(lengthOfTime({42}), QStringLiteral("42 s"));
        QCOMPARE(lengthOfTime({250}), QStringLiteral("4 min 10 s"));
        QCOMPARE(lengthOfTime({3600}), QStringLiteral("1 h"));
        QCOMPARE(lengthOfTime({90061}), QStringLiteral("1 d 1 h"));
        QCOMPARE(coresText(cores(1)), QStringLiteral("1 core"));
        QCOMPARE(coresText({500}), QStringLiteral("0.5 cores"));
    }
    void aCopyBoxCopies() {
        CopyBox box(1);
        box.setText(QStringLiteral("phctl jobs"));
        box.show();
        QTest::mouseClick(box.findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("phctl jobs"));
    }
    void theFilterLineMarksWhatItDoesNotUnderstand() {
        FilterLine line({QStringLiteral("state")}, {QStringLiteral("gpu")});
        QSignalSpy changes(&line, &FilterLine::queryChanged);
        QTest::keyClicks(&line, QStringLiteral("gpu>x"));
        QTRY_COMPARE(changes.size(), 1);
        QCOMPARE(line.property("tone").toString(), QStringLiteral("danger"));
        QVERIFY(line.toolTip().contains(QStringLiteral("gpu>x")));
        line.clear();
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(line.property("tone").toString(), QString());
    }
    void factsBreakIntoRowsWhenItGetsNarrow() {
        KeyFacts facts;
        facts.setFacts({{QStringLiteral("CPU"), QStringLiteral("2 cores"), {}},
                        {QStringLiteral("Memory"), QStringLiteral("4 GiB"), {}},
                        {QStringLiteral("Node"), QStringLiteral("n"), {}}});
        facts.resize(900, 100);
        facts.show();
        const int flat = facts.sizeHint().height();
        facts.resize(80, 300);
        QTRY_VERIFY(facts.sizeHint().height() > flat);
    }
};

std::unique_ptr<QObject> makeWidgetsTest() {
    return std::make_unique<WidgetsTest>();
}

}  // namespace ph::test

#include "widgets_test.moc"
