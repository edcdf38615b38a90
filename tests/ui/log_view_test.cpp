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
    void whatIsCopiedIsWhatWasMeantByTheBytes_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("progress in place") << QByteArray("  0%\r 50%\r100%\ndone\n") << QStringLiteral("100%\ndone");
        QTest::newRow("nul") << QByteArray("a\0b\n", 4) << QString::fromUtf8("a\u2400b");
        QTest::newRow("markup") << QByteArray("<b>not bold</b> &amp; <img src=x>\n")
                                << QStringLiteral("<b>not bold</b> &amp; <img src=x>");
        QTest::newRow("torn character") << QByteArray("tor\xE8\xAEn\n") << QString::fromUtf8("tor\uFFFDn");
        QTest::newRow("colours") << QByteArray("\x1b[31mred\x1b[0m and not\n") << QStringLiteral("red and not");
        QTest::newRow("a link of the terminal")
            << QByteArray("\x1b]8;;https://x\x1b\\text\x1b]8;;\x1b\\\n") << QStringLiteral("text");
    }
    void whatIsCopiedIsWhatWasMeantByTheBytes() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        LogView view;
        view.resize(600, 300);
        view.show();
        // As a network brings it: in pieces that part characters and sequences.
        for (const char byte : bytes) view.append(QByteArrayView(&byte, 1));
        view.flush();
        view.selectAll();
        QCOMPARE(view.selectedText(), text);
    }
    void aProgressBarMovesInOneRow() {
        LogView view;
        view.resize(600, 300);
        view.show();
        for (int percent = 0; percent <= 100; ++percent) {
            view.append("\repoch 1 " + QByteArray::number(percent) + "%");
            view.flush();
            QCOMPARE(view.text().lineCount(), 1);
        }
        QVERIFY(view.isFollowing());
        QCOMPARE(view.text().line(0).text, QStringLiteral("epoch 1 100%"));
    }
    void aLineOfAMebibyteIsOneLineWhenItIsCopied() {
        LogView view;
        view.resize(600, 300);
        view.show();
        view.append(QByteArray(1 << 20, 'x') + "\nnext\n");
        view.flush();
        QVERIFY(!view.grab().isNull());
        view.selectAll();
        QCOMPARE(view.selectedText().size(), qsizetype{(1 << 20) + 5});
        QCOMPARE(view.selectedText().count(u'\n'), 1);
        view.setWrap(true);
        QVERIFY(view.isFollowing());
        QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    }
    void markupIsPaintedAsItsCharacters() {
        LogView markup, bare;
        for (auto* view : {&markup, &bare}) view->resize(400, 100);
        markup.append("<b>x</b>\n");
        bare.append("x\n");
        markup.flush();
        bare.flush();
        QCOMPARE(markup.text().line(0).columns, 8);
        QVERIFY(markup.grab().toImage() != bare.grab().toImage());
    }
    void whatIsChosenStaysChosenWhileTheLogGoesOn() {
        Shown shown;
        QTest::keyClick(&shown.view, Qt::Key_Home);
        QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, QPoint(14, 10));
        QCOMPARE(shown.view.selectedText(), QStringLiteral("line"));
        shown.view.append(lines(500, 900));
        shown.view.flush();
        QCOMPARE(shown.view.selectedText(), QStringLiteral("line"));
        QCOMPARE(shown.bar().value(), 0);
    }
    void hitsGoRoundTheEndsBothWays() {
        Shown shown;
        QSignalSpy hits(&shown.view, &LogView::hitsChanged);
        shown.view.setSearch(QStringLiteral("line 10"));
        QTRY_COMPARE(hits.last().at(1).toInt(), 11);
        QTest::keyClick(&shown.view, Qt::Key_Home);
        for (int i = 1; i <= 11; ++i) {
            shown.view.goToHit(true);
            QCOMPARE(hits.last().at(0).toInt(), i);
        }
        shown.view.goToHit(true);
        QCOMPARE(hits.last().at(0).toInt(), 1);
        shown.view.goToHit(false);
        QCOMPARE(hits.last().at(0).toInt(), 11);
    }
    void aSearchIsForTheTextItselfNotForAnExpression() {
        LogView view;
        view.append("a.b\naxb\n[1]\n");
        view.flush();
        QSignalSpy hits(&view, &LogView::hitsChanged);
        view.setSearch(QStringLiteral("a.b"));
        QTRY_COMPARE(hits.last().at(1).toInt(), 1);
        view.setSearch(QStringLiteral("["));
        QTRY_COMPARE(hits.last().at(1).toInt(), 1);
    }
    void aNewAttemptStartsWithAnEmptyViewThatFollows() {
        Shown shown;
        shown.bar().setValue(3);
        shown.view.clear();
        QVERIFY(shown.view.isFollowing());
        QCOMPARE(shown.view.text().lineCount(), 0);
        shown.view.append(lines(0, 300));
        shown.view.flush();
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
