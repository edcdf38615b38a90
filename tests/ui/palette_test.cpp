#include "ui/shell/command_palette.h"
#include "ui/ui_tests.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

/// A palette over some actions, with what was run.
struct Palette {
    QWidget window;
    CommandPalette palette{&window};
    QStringList ran;

    explicit Palette(const QStringList& titles = {QStringLiteral("New job"), QStringLiteral("Go to jobs"),
                                                  QStringLiteral("Go to nodes"), QStringLiteral("Log out")}) {
        window.resize(1000, 700);
        window.show();
        palette.addSource([this, titles](const QString&) {
            std::vector<PaletteItem> items;
            for (const auto& title : titles) items.push_back({{}, title, {}, [this, title] { ran << title; }});
            return items;
        });
        open();
    }
    void open() { palette.openAt(QRect(0, 0, window.width(), window.height())); }
    QLineEdit& line() { return *palette.findChild<QLineEdit*>(); }
    QListWidget& list() { return *palette.findChild<QListWidget*>(); }
    QStringList titles() {
        QStringList shown;
        for (int row = 0; row < list().count(); ++row) shown << list().item(row)->text();
        return shown;
    }
    void type(const char* text) { QTest::keyClicks(&line(), QString::fromUtf8(text)); }
    void press(Qt::Key key) { QTest::keyClick(&line(), key); }
};

}  // namespace

class PaletteTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everythingIsThereBeforeOneTypes() {
        Palette shown;
        QCOMPARE(shown.titles().size(), 4);
        QCOMPARE(shown.list().currentRow(), 0);
        QVERIFY(shown.line().hasFocus() || shown.palette.focusWidget() == &shown.line());
    }
    void typingLeavesTheBestAnswerFirst() {
        Palette shown;
        shown.type("job");
        QCOMPARE(shown.titles(), QStringList({QStringLiteral("New job"), QStringLiteral("Go to jobs")}));
        shown.type("s");
        QCOMPARE(shown.titles(), QStringList{QStringLiteral("Go to jobs")});
        shown.press(Qt::Key_Return);
        QCOMPARE(shown.ran, QStringList{QStringLiteral("Go to jobs")});
        QVERIFY(!shown.palette.isVisible());
    }
    void scatteredLettersAreEnough() {
        Palette shown;
        shown.type("gtn");
        QCOMPARE(shown.titles(), QStringList{QStringLiteral("Go to nodes")});
    }
    void arrowsGoRoundTheEnds() {
        Palette shown;
        shown.press(Qt::Key_Up);
        QCOMPARE(shown.list().currentRow(), 3);
        shown.press(Qt::Key_Down);
        QCOMPARE(shown.list().currentRow(), 0);
        shown.press(Qt::Key_Down);
        shown.press(Qt::Key_Return);
        QCOMPARE(shown.ran, QStringList{QStringLiteral("Go to jobs")});
    }
    void escapeClosesAndDoesNothing() {
        Palette shown;
        shown.type("new");
        shown.press(Qt::Key_Escape);
        QVERIFY(!shown.palette.isVisible());
        QCOMPARE(shown.ran, QStringList());
    }
    void returnWithoutAnAnswerDoesNothing() {
        Palette shown;
        shown.type("no such thing at all");
        QCOMPARE(shown.titles(), QStringList());
        shown.press(Qt::Key_Down);
        shown.press(Qt::Key_Return);
        QCOMPARE(shown.ran, QStringList());
    }
    void aClickRunsWhatIsClicked() {
        Palette shown;
        auto& list = shown.list();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.item(3)).center());
        QCOMPARE(shown.ran, QStringList{QStringLiteral("Log out")});
    }
    void itOpensEmptyAgain() {
        Palette shown;
        shown.type("new");
        shown.press(Qt::Key_Escape);
        shown.open();
        QCOMPARE(shown.line().text(), QString());
        QCOMPARE(shown.titles().size(), 4);
    }
    void aThousandAnswersAreCutToWhatCanBeLookedThrough() {
        QStringList many;
        for (int i = 0; i < 1000; ++i) many << QStringLiteral("job %1").arg(i);
        Palette shown(many);
        QVERIFY(shown.titles().size() <= 50);
        shown.type("job 777");
        QCOMPARE(shown.titles().value(0), QStringLiteral("job 777"));
    }
    void theSourcesHearWhatIsTyped() {
        Palette shown;
        QStringList heard;
        shown.palette.addSource([&](const QString& typed) {
            heard << typed;
            return std::vector<PaletteItem>{{{}, QStringLiteral("#7 digits"), QStringLiteral("Running"), [] {}}};
        });
        shown.type("di ");
        QCOMPARE(heard, QStringList({QStringLiteral("d"), QStringLiteral("di"), QStringLiteral("di")}));
        QCOMPARE(shown.titles().value(0), QStringLiteral("#7 digits"));
    }
    void whatItRunsMayOpenItAgain() {
        Palette shown{QStringList()};
        shown.palette.addSource([&](const QString&) {
            return std::vector<PaletteItem>{{{}, QStringLiteral("More"), {}, [&] { shown.open(); }}};
        });
        shown.open();
        shown.press(Qt::Key_Return);
        QVERIFY(shown.palette.isVisible());
        QCOMPARE(shown.titles(), QStringList{QStringLiteral("More")});
    }
    void itFitsIntoANarrowWindow() {
        Palette shown;
        shown.palette.hide();
        shown.palette.openAt(QRect(100, 50, 400, 300));
        QVERIFY(shown.palette.width() <= 400);
        QVERIFY(shown.palette.x() >= 100 && shown.palette.x() + shown.palette.width() <= 500);
    }
};

std::unique_ptr<QObject> makePaletteTest() {
    return std::make_unique<PaletteTest>();
}

}  // namespace ph::test

#include "palette_test.moc"
