#include "ui/widgets/log_text.h"

#include "ui/ui_tests.h"
#include "ui/widgets/log_rows.h"
#include "ui/widgets/log_search.h"

#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

QString shown(const LogText& text) {
    QString all;
    for (int i = 0; i < text.lineCount(); ++i)
        all += (i > 0 && !text.line(i).continued ? QStringLiteral("\n") : QString()) + text.line(i).text;
    return all;
}

QString shown(const QByteArray& bytes) {
    LogText text;
    text.append(bytes);
    return shown(text);
}

}  // namespace

class LogTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bytesAreShownAsTheyAreMeant_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("lines") << QByteArray("one\ntwo\n") << QStringLiteral("one\ntwo");
        QTest::newRow("an open line") << QByteArray("one\ntw") << QStringLiteral("one\ntw");
        QTest::newRow("windows ends") << QByteArray("one\r\ntwo\r\n") << QStringLiteral("one\ntwo");
        QTest::newRow("return writes over") << QByteArray("10%\r20%") << QStringLiteral("20%");
        QTest::newRow("a shorter text leaves the rest") << QByteArray("12345\rab") << QStringLiteral("ab345");
        QTest::newRow("erase to the end") << QByteArray("12345\rab\x1b[K") << QStringLiteral("ab");
        QTest::newRow("erase the line") << QByteArray("12345\x1b[2Kx") << QStringLiteral("x");
        QTest::newRow("backspace") << QByteArray("ab\bc") << QStringLiteral("ac");
        QTest::newRow("tab") << QByteArray("a\tb") << QStringLiteral("a       b");
        QTest::newRow("nul") << QByteArray("a\0b", 3) << QString::fromUtf8("a\u2400b");
        QTest::newRow("colours go") << QByteArray("\x1b[31mred\x1b[0m") << QStringLiteral("red");
        QTest::newRow("title sequences go") << QByteArray("\x1b]0;title\x07x") << QStringLiteral("x");
        QTest::newRow("an endless sequence ends with its line")
            << QByteArray("\x1b]0;title\nx") << QStringLiteral("\nx");
        QTest::newRow("markup stays") << QByteArray("<b>100%s</b> [1]") << QStringLiteral("<b>100%s</b> [1]");
        QTest::newRow("chinese") << QByteArray("训练\n") << QString::fromUtf8("训练");
        QTest::newRow("beyond the first plane") << QByteArray("\xF0\x9F\x9A\x80") << QString::fromUtf8("🚀");
        QTest::newRow("a lone continuation") << QByteArray("a\x80z") << QString::fromUtf8("a\uFFFDz");
        QTest::newRow("a torn character") << QByteArray("a\xE8\xAEz") << QString::fromUtf8("a\uFFFDz");
        QTest::newRow("overlong") << QByteArray("\xE0\x80\x80") << QString::fromUtf8("\uFFFD");
        QTest::newRow("a surrogate") << QByteArray("\xED\xA0\x80") << QString::fromUtf8("\uFFFD");
    }
    void bytesAreShownAsTheyAreMeant() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        QCOMPARE(shown(bytes), text);
    }
    void splittingAnywhereChangesNothing_data() { bytesAreShownAsTheyAreMeant_data(); }
    void splittingAnywhereChangesNothing() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        for (qsizetype i = 0; i <= bytes.size(); ++i) {
            LogText log;
            log.append(QByteArrayView(bytes).first(i));
            log.append(QByteArrayView(bytes).sliced(i));
            QCOMPARE(shown(log), text);
        }
    }
    void coloursBecomeRuns() {
        LogText log;
        log.append("a\x1b[1;31mbc\x1b[0md\x1b[38;5;196me\x1b[48;2;0;0;255mf\n");
        const auto& runs = log.line(0).runs;
        QCOMPARE(runs.size(), std::size_t{5});
        QCOMPARE(runs[1].length, 2);
        QCOMPARE(int(runs[1].style.ink), 1);
        QVERIFY(runs[1].style.bold);
        QCOMPARE(int(runs[2].style.ink), int(LogStyle::kDefault));
        QCOMPARE(int(runs[3].style.ink), 9);
        QCOMPARE(int(runs[4].style.ground), 12);
    }
    void aColourGoesOnInTheNextLine() {
        LogText log;
        log.append("\x1b[32mone\ntwo\n");
        QCOMPARE(int(log.line(1).runs.at(0).style.ink), 2);
    }
    void aLineOfAMebibyteIsKeptInPieces() {
        LogText log;
        log.append(QByteArray(1 << 20, 'x'));
        log.append("\nnext\n");
        qsizetype length = 0;
        for (int i = 0; i < log.lineCount() - 1; ++i) {
            QVERIFY(log.line(i).text.size() <= LogText::kPiece);
            QCOMPARE(log.line(i).continued, i > 0);
            length += log.line(i).text.size();
        }
        QCOMPARE(length, qsizetype{1 << 20});
        QCOMPARE(log.line(log.lineCount() - 1).text, QStringLiteral("next"));
    }
    void memoryIsBoundedAndTheOldestGo() {
        LogText log(1000);
        for (int i = 0; i < 1000; ++i) log.append("0123456789\n");
        QVERIFY(log.lineCount() <= 101);
        QCOMPARE(log.droppedLines() + log.lineCount(), qint64{1000});
    }
    void wideCharactersTakeTwoColumns() {
        LogText log;
        log.append("a训b\n");
        QCOMPARE(log.line(0).columns, 4);
        QVERIFY(!log.line(0).simple);
    }
    void rowsWrapAtTheWidth() {
        LogText log;
        log.append("0123456789\n\nabc\n0123456789012345\n");
        LogRows rows;
        rows.setColumns(8);
        rows.follow(log);
        QCOMPARE(rows.rowCount(), qint64{2 + 1 + 1 + 2});
        QCOMPARE(rows.at(1).line, 0);
        QCOMPARE(rows.at(1).part, 1);
        QCOMPARE(rows.at(3).line, 2);
        QCOMPARE(rows.firstRowOf(3), qint64{4});
    }
    void rowsFollowAGrowingLineAndDroppedOnes() {
        LogText log(60);
        LogRows rows;
        rows.setColumns(8);
        log.append("01234567");
        rows.follow(log);
        QCOMPARE(rows.rowCount(), qint64{1});
        log.append("890");
        rows.follow(log);
        QCOMPARE(rows.rowCount(), qint64{2});
        qint64 gone = 0;
        for (int i = 0; i < 20; ++i) {
            log.append("\nabcdefgh");
            gone += rows.follow(log);
        }
        QVERIFY(gone > 0);
        QCOMPARE(rows.rowCount(), qint64{log.lineCount()});
    }
    void aLineThatGrowsIsCountedOnce() {
        LogText log;
        LogSearch search;
        search.setText(QStringLiteral("ab"));
        log.append("ab");
        QVERIFY(!search.step(log, 10));
        QCOMPARE(search.hits(), 1);
        log.append(" ab");
        search.step(log, 10);
        QCOMPARE(search.hits(), 2);
        log.append("\nlast ab\n");
        search.step(log, 10);
        search.step(log, 10);
        QCOMPARE(search.hits(), 3);
        QCOMPARE(search.next(log, 0, true), 1);
    }
    void everyHitIsFoundInSteps() {
        LogText log;
        for (int i = 0; i < 1000; ++i) log.append(i % 10 == 0 ? "an Error and an error\n" : "fine\n");
        log.append("open");
        LogSearch search;
        search.setText(QStringLiteral("error"));
        int steps = 1;
        while (search.step(log, 100)) ++steps;
        QVERIFY(steps >= 10);
        QCOMPARE(search.hits(), 200);
        QCOMPARE(search.next(log, 0, true), 10);
        QCOMPARE(search.next(log, 995, true), 0);
        QCOMPARE(search.next(log, 0, false), 990);
        QCOMPARE(search.ordinal(log, 10), 3);
    }
};

std::unique_ptr<QObject> makeLogTextTest() {
    return std::make_unique<LogTextTest>();
}

}  // namespace ph::test

#include "log_text_test.moc"
