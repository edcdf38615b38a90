#include "ui/widgets/log_view.h"

#include "ui/ui_tests.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

namespace ph::test {

using ui::LogView;

namespace {

QByteArray lines(int from, int to) {
    QByteArray text;
    for (int i = from; i < to; ++i) text += "line " + QByteArray::number(i) + "\n";
    return text;
}

struct Shown {
    LogView view;

    Shown() {
        view.resize(600, 300);
        view.show();
        view.append(lines(0, 500));
        view.flush();
    }
    QScrollBar& bar() { return *view.verticalScrollBar(); }
    QPushButton& pill() { return *view.findChild<QPushButton*>(); }
};

}  // namespace

class LogViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewLogIsFollowed() {
        Shown shown;
        QVERIFY(shown.view.isFollowing());
        QCOMPARE(shown.bar().value(), shown.bar().maximum());
        shown.view.append(lines(500, 600));
        shown.view.flush();
        QCOMPARE(shown.bar().value(), shown.bar().maximum());
        QVERIFY(!shown.pill().isVisible());
    }
    void scrollingUpStopsFollowingAndThePillLeadsBack() {
        Shown shown;
        shown.bar().setValue(10);
        QVERIFY(!shown.view.isFollowing());
        QVERIFY(shown.pill().isVisible());
        shown.view.append(lines(500, 600));
        shown.view.flush();
        QCOMPARE(shown.bar().value(), 10);
        QTest::mouseClick(&shown.pill(), Qt::LeftButton);
        QVERIFY(shown.view.isFollowing());
        QCOMPARE(shown.bar().value(), shown.bar().maximum());
    }
    void scrollingToTheEndFollowsAgain() {
        Shown shown;
        shown.bar().setValue(10);
        shown.bar().setValue(shown.bar().maximum());
        QVERIFY(shown.view.isFollowing());
    }
    void keysGoToBothEnds() {
        Shown shown;
        QTest::keyClick(&shown.view, Qt::Key_Home);
        QCOMPARE(shown.bar().value(), 0);
        QTest::keyClick(&shown.view, Qt::Key_End);
        QCOMPARE(shown.bar().value(), shown.bar().maximum());
    }
    void everyHitIsCountedAndSteppedTo() {
        Shown shown;
        QSignalSpy hits(&shown.view, &LogView::hitsChanged);
        shown.view.setSearch(QStringLiteral("line 49"));
        QTRY_COMPARE(hits.last().at(1).toInt(), 11);
        shown.view.goToHit(true);
        QCOMPARE(hits.last().at(0).toInt() > 0, true);
        QVERIFY(!shown.view.isFollowing());
        shown.view.setSearch(QString());
        QTRY_COMPARE(hits.last().at(1).toInt(), 0);
    }
    void hitsThatComeLaterAreCountedToo() {
        Shown shown;
        QSignalSpy hits(&shown.view, &LogView::hitsChanged);
        shown.view.setSearch(QStringLiteral("wanted"));
        QTRY_COMPARE(hits.last().at(1).toInt(), 0);
        shown.view.append("a wanted line\nand more\n");
        shown.view.flush();
        QTRY_COMPARE(hits.last().at(1).toInt(), 1);
    }
    void draggingSelectsAndCopyTakesIt() {
        Shown shown;
        QTest::keyClick(&shown.view, Qt::Key_Home);
        auto* port = shown.view.viewport();
        QTest::mousePress(port, Qt::LeftButton, {}, QPoint(8, 8));
        QTest::mouseMove(port, QPoint(300, 30));
        QMouseEvent move(QEvent::MouseMove, QPointF(560, 30), port->mapToGlobal(QPointF(560, 30)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(port, &move);
        QTest::mouseRelease(port, Qt::LeftButton, {}, QPoint(560, 30));
        QVERIFY(shown.view.selectedText().startsWith(QStringLiteral("line 0\nline 1")));
        QTest::keyClick(&shown.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), shown.view.selectedText());
    }
    void selectAllTakesEverythingWithItsLineEnds() {
        LogView view;
        view.append("one\ntwo\nthree");
        view.flush();
        view.selectAll();
        QCOMPARE(view.selectedText(), QStringLiteral("one\ntwo\nthree"));
    }
    void wrappingKeepsTheEndInView() {
        Shown shown;
        shown.view.append(QByteArray(5000, 'x') + '\n');
        shown.view.flush();
        QVERIFY(shown.view.horizontalScrollBar()->maximum() > 0);
        shown.view.setWrap(true);
        QCOMPARE(shown.view.horizontalScrollBar()->maximum(), 0);
        QCOMPARE(shown.bar().value(), shown.bar().maximum());
    }
    void anythingCanBePainted() {
        LogView view;
        view.resize(300, 200);
        view.show();
        view.append(QByteArray("\x1b[7;44;97m训练\0\xff\xfe 🚀 \r\xe8", 24));
        view.append(QByteArray(1 << 20, 'y'));
        view.setSearch(QStringLiteral("y"));
        view.flush();
        view.selectAll();
        QVERIFY(!view.grab().isNull());
        view.setWrap(true);
        QVERIFY(!view.grab().isNull());
        view.clear();
        QVERIFY(!view.grab().isNull());
    }
};

std::unique_ptr<QObject> makeLogViewTest() {
    return std::make_unique<LogViewTest>();
}

}  // namespace ph::test

#include "log_view_test.moc"
