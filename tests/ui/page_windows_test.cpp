#include "ui/shell/page_windows.h"

#include "ui/shell/main_window.h"
#include "ui/site.h"
#include "ui/ui_tests.h"

#include <QApplication>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

class NamedPage : public Page {
public:
    NamedPage(QString name, QWidget* parent) : Page(parent), m_name(std::move(name)) {}
    QString title() const override { return QLocale().language() == QLocale::Chinese ? m_name + u'页' : m_name; }

private:
    QString m_name;
};

std::vector<Section> sections() {
    const auto section = [](const QString& key) {
        return Section{
            key, Glyph::Jobs, [key] { return key; },
            [key](const QString& rest, QWidget* parent) { return new NamedPage(key + u'/' + rest, parent); }};
    };
    return {section(QStringLiteral("jobs")), section(QStringLiteral("nodes"))};
}

QList<PageWindow*> tornOff() {
    QList<PageWindow*> windows;
    for (auto* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<PageWindow*>(widget); window && window->isVisible()) windows << window;
    return windows;
}

PageWindow* tornOff(const QString& address) {
    for (auto* window : tornOff())
        if (window->address() == address) return window;
    return nullptr;
}

/// One run of the console: what it keeps is in `site`.
struct Run {
    Site& site;
    Theme theme{*qobject_cast<QApplication*>(QCoreApplication::instance())};
    Language language{*qobject_cast<QApplication*>(QCoreApplication::instance())};
    client::Connection connection;
    MainWindow window;

    explicit Run(Site& keeping, const char* server = "https://lab:7443")
        : site(keeping),
          connection(client::ServerProfile{QUrl(QString::fromLatin1(server)), {}, {}}),
          window(sections(), theme, language, keeping.preferences, connection, keeping.mirror) {
        language.set(QStringLiteral("en"));
        window.open(QStringLiteral("jobs"));
        window.show();
        window.restoreWindows();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }
    void tearOff(const char* address) {
        window.open(QString::fromLatin1(address));
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
        QTest::keyClick(&window, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
    }
};

}  // namespace

class PageWindowsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { QVERIFY(tornOff().isEmpty()); }

    void aTornOffPageStandsInItsOwnWindowWithItsName() {
        Site site;
        Run run(site);
        run.tearOff("jobs/7");
        QCOMPARE(tornOff().size(), 1);
        QCOMPARE(tornOff().first()->windowTitle(), QStringLiteral("jobs/7 – Pilothouse"));
        QVERIFY(tornOff().first() != run.window.pages().page()->window());
    }
    void tornOffPagesComeBackWhereTheyWereAtTheNextStart() {
        Site site;
        {
            Run run(site);
            run.tearOff("jobs/7");
            run.tearOff("nodes/3");
            tornOff(QStringLiteral("jobs/7"))->setGeometry(10, 40, 770, 600);
            run.window.close();
            QVERIFY(tornOff().isEmpty());
        }
        Run again(site);
        QCOMPARE(tornOff().size(), 2);
        QVERIFY(tornOff(QStringLiteral("nodes/3")));
        QCOMPARE(tornOff(QStringLiteral("jobs/7"))->geometry(), QRect(10, 40, 770, 600));
    }
    void theyComeBackAlsoWhenTheRunEndedWithoutClosing() {
        Site site;
        {
            Run run(site);
            run.tearOff("jobs/7");
        }
        QVERIFY(tornOff().isEmpty());
        Run again(site);
        QVERIFY(tornOff(QStringLiteral("jobs/7")));
    }
    void aWindowThatWasClosedByItselfStaysAway() {
        Site site;
        {
            Run run(site);
            run.tearOff("jobs/7");
            run.tearOff("jobs/8");
            auto* window = tornOff(QStringLiteral("jobs/7"));
            window->activateWindow();
            (void)QTest::qWaitForWindowActive(window);
            QTest::keyClick(window, Qt::Key_W, Qt::ControlModifier);
            QCOMPARE(tornOff().size(), 1);
            run.window.close();
        }
        Run again(site);
        QCOMPARE(tornOff().size(), 1);
        QVERIFY(tornOff(QStringLiteral("jobs/8")));
    }
    void itComesBackAtThePageItWentOnTo() {
        Site site;
        {
            Run run(site);
            run.tearOff("jobs/7");
            Q_EMIT tornOff().first()->findChild<Page*>()->openAsked(QStringLiteral("jobs/new/7"));
            QTRY_COMPARE(tornOff().first()->address(), QStringLiteral("jobs/new/7"));
            run.window.close();
        }
        Run again(site);
        QVERIFY(tornOff(QStringLiteral("jobs/new/7")));
    }
    void anotherServerHasItsOwnWindows() {
        Site site;
        {
            Run run(site);
            run.tearOff("jobs/7");
            run.window.close();
        }
        {
            Run other(site, "https://farm:7443");
            QVERIFY(tornOff().isEmpty());
            other.tearOff("nodes/3");
            other.window.close();
        }
        Run again(site);
        QCOMPARE(tornOff().size(), 1);
        QVERIFY(tornOff(QStringLiteral("jobs/7")));
    }
    void whatWasKeptAndCannotBeOpenedIsLeftOut() {
        Site site;
        site.preferences.setState(QStringLiteral("windows/lab:7443"),
                                  "[{\"address\":\"billing/1\"},{\"address\":\"jobs/7\",\"geometry\":\"nonsense\"},3]");
        Run run(site);
        QCOMPARE(tornOff().size(), 1);
        QCOMPARE(tornOff().first()->address(), QStringLiteral("jobs/7"));
    }
    void workThatWaitedForUndoIsDoneWhenItsWindowCloses() {
        Site site;
        Run run(site);
        run.tearOff("jobs/7");
        int done = 0;
        Q_EMIT tornOff().first()->findChild<Page*>()->undoable(QStringLiteral("x"), {}, [&] { ++done; });
        run.window.close();
        QCOMPARE(done, 1);
    }
    void theirNamesFollowTheLanguage() {
        Site site;
        Run run(site);
        run.tearOff("jobs/7");
        run.language.set(QStringLiteral("zh_CN"));
        QTRY_VERIFY(tornOff().first()->windowTitle().startsWith(QString::fromUtf8("jobs/7页")));
        run.language.set(QStringLiteral("en"));
    }
};

std::unique_ptr<QObject> makePageWindowsTest() {
    return std::make_unique<PageWindowsTest>();
}

}  // namespace ph::test

#include "page_windows_test.moc"
