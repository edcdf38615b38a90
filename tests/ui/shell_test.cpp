#include "ui/shell/command_palette.h"
#include "ui/shell/fingerprint_dialog.h"
#include "ui/shell/known_servers.h"
#include "ui/shell/main_window.h"
#include "ui/shell/navigation_rail.h"
#include "ui/shell/secret_store.h"
#include "ui/ui_tests.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

class PlainPage : public Page {
public:
    PlainPage(QString name, QWidget* parent) : Page(parent), m_name(std::move(name)) {}
    QString title() const override { return m_name; }

private:
    QString m_name;
};

Section section(const QString& key) {
    return {key, Glyph::Jobs, [key] { return key; },
            [key](const QString& rest, QWidget* parent) { return new PlainPage(key + u'/' + rest, parent); }};
}

struct Folder {
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("c.ini")), QSettings::IniFormat};
    Preferences preferences{settings};

    QString write(const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        return file.fileName();
    }
};

struct Window {
    Folder folder;
    Theme theme{*qobject_cast<QApplication*>(QCoreApplication::instance())};
    Language language{*qobject_cast<QApplication*>(QCoreApplication::instance())};
    client::Connection connection{client::ServerProfile{QUrl(QStringLiteral("https://127.0.0.1:1")), {}, {}}};
    mirror::Mirror mirror{connection};
    MainWindow window{{section(QStringLiteral("jobs")), section(QStringLiteral("nodes"))},
                      theme,
                      language,
                      folder.preferences,
                      connection,
                      mirror};

    Window() {
        language.set(QStringLiteral("en"));
        window.open(QStringLiteral("jobs"));
        window.show();
        // Shortcuts reach only the active window.
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }
    ~Window() { language.set(QStringLiteral("en")); }
    QString statusText() {
        QStringList texts;
        for (const auto* label : window.findChildren<QLabel*>()) texts << label->text();
        return texts.join(u'\n');
    }
};

}  // namespace

class ShellTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void addressesAreReadAsPeopleWriteThem_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("url");
        QTest::newRow("host") << QStringLiteral("lab.example.org") << QStringLiteral("https://lab.example.org:7443");
        QTest::newRow("host and port") << QStringLiteral(" 127.0.0.1:9000 ")
                                       << QStringLiteral("https://127.0.0.1:9000");
        QTest::newRow("whole") << QStringLiteral("https://h:1/path?q") << QStringLiteral("https://h:1");
        QTest::newRow("version 6") << QStringLiteral("[::1]:7443") << QStringLiteral("https://[::1]:7443");
        QTest::newRow("no secrets in it") << QStringLiteral("https://me:pw@h") << QStringLiteral("https://h:7443");
        QTest::newRow("unencrypted") << QStringLiteral("http://h") << QString();
        QTest::newRow("nothing") << QString() << QString();
    }
    void addressesAreReadAsPeopleWriteThem() {
        QFETCH(QString, text);
        QFETCH(QString, url);
        QCOMPARE(serverUrl(text).toString(), url);
    }
    void confirmedServersAreRememberedWithoutTheirTokens() {
        Folder folder;
        KnownServers servers(folder.preferences, QString());
        servers.remember({serverUrl(QStringLiteral("a")), "sha256:aa", QStringLiteral("mei"), "secret"});
        servers.remember({serverUrl(QStringLiteral("b")), "sha256:bb", QStringLiteral("mei"), {}});
        const KnownServers again(folder.preferences, QString());
        QCOMPARE(again.servers().size(), 2);
        QCOMPARE(again.servers().first().url, serverUrl(QStringLiteral("b")));
        QCOMPARE(again.find(serverUrl(QStringLiteral("a")))->fingerprint, QByteArray("sha256:aa"));
        folder.settings.sync();
        QFile file(folder.settings.fileName());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("secret"));
    }
    void whoLoggedInWithPhctlIsKnownHere() {
        Folder folder;
        const auto file = folder.write(
            "phctl.json",
            "{\"servers\":{\"x:7443\":{\"url\":\"https://"
            "x:7443\",\"fingerprint\":\"sha256:cc\",\"user\":\"admin\",\"token\":\"t\"}},\"current\":\"x:7443\"}");
        const KnownServers servers(folder.preferences, file);
        QCOMPARE(servers.servers().size(), 1);
        QCOMPARE(servers.servers().first().token, QByteArray("t"));
    }
    void aDamagedPhctlFileIsNoHarm() {
        Folder folder;
        QVERIFY(KnownServers(folder.preferences, folder.write("phctl.json", "{nonsense")).servers().isEmpty());
    }
    void aTokenIsFoundAgainInThisRunEvenWithoutAKeychain() {
        SecretStore store;
        bool told = false;
        store.keep(QStringLiteral("me@h:1"), "secret", [&](bool) { told = true; });
        QByteArray found;
        store.find(QStringLiteral("me@h:1"), [&](const QByteArray& secret) { found = secret; });
        QTRY_COMPARE(found, QByteArray("secret"));
        QTRY_VERIFY_WITH_TIMEOUT(told, 20000);
        store.forget(QStringLiteral("me@h:1"));
    }
    void aChangedCertificateIsAnotherQuestionWithASafeAnswer() {
        const QByteArray shown = "sha256:" + QByteArray(64, 'b');
        FingerprintDialog fresh(QStringLiteral("h"), {}, shown),
            changed(QStringLiteral("h"), "sha256:" + QByteArray(64, 'a'), shown);
        QVERIFY(fresh.windowTitle() != changed.windowTitle());
        const auto defaultOf = [](QDialog& dialog) {
            for (auto* button : dialog.findChildren<QPushButton*>())
                if (button->isDefault()) return button->text();
            return QString();
        };
        QCOMPARE(defaultOf(changed), QStringLiteral("Cancel"));
        QVERIFY(defaultOf(fresh) != QStringLiteral("Cancel"));
        QCOMPARE(groupedFingerprint("sha256:0123456789"), QStringLiteral("0123 4567 89"));
    }
    void betterAnswersComeFirstInThePalette() {
        const auto score = [](const char* typed, const char* text) {
            return paletteScore(QString::fromLatin1(typed), QString::fromLatin1(text));
        };
        QVERIFY(score("new", "New job") > score("job", "New job"));
        QVERIFY(score("job", "New job") > score("ob", "New job"));
        QVERIFY(score("ob", "New job") > score("nj", "New job"));
        QVERIFY(score("nj", "New job") > 0);
        QCOMPARE(score("xyz", "New job"), 0);
    }
    void thePaletteRunsWhatIsChosenByKeyboard() {
        Window shown;
        QTest::keyClick(&shown.window, Qt::Key_K, Qt::ControlModifier);
        auto& palette = shown.window.commandPalette();
        QTRY_VERIFY(palette.isVisible());
        auto* line = palette.findChild<QLineEdit*>();
        QTest::keyClicks(line, QStringLiteral("go to nodes"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(shown.window.pages().address(), QStringLiteral("nodes"));
        QVERIFY(!palette.isVisible());
    }
    void everyActionHasANameAndIsInThePalette() {
        Window shown;
        shown.window.commandPalette().openAt(QRect(0, 0, 800, 600));
        auto* list = shown.window.commandPalette().findChild<QListWidget*>();
        QVERIFY(list->count() > 8);
        for (int i = 0; i < list->count(); ++i) QVERIFY(!list->item(i)->text().isEmpty());
        shown.window.commandPalette().close();
    }
    void pagesAreKeptByAddressAndThereIsAWayBack() {
        Window shown;
        auto& pages = shown.window.pages();
        auto* first = pages.page();
        pages.open(QStringLiteral("jobs/7"));
        QCOMPARE(shown.window.windowTitle(), QStringLiteral("jobs/7 – Pilothouse"));
        pages.open(QStringLiteral("nodes"));
        QTest::keyClick(&shown.window, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(pages.address(), QStringLiteral("jobs/7"));
        pages.back();
        QCOMPARE(pages.page(), first);
        QVERIFY(!pages.canGoBack());
        pages.open(QStringLiteral("nowhere"));
        QCOMPARE(pages.page(), first);
    }
    void aFinishedPageIsMadeAnewNextTime() {
        Window shown;
        auto& pages = shown.window.pages();
        pages.open(QStringLiteral("jobs/new"));
        const QPointer<Page> form = pages.page();
        Q_EMIT form->openAsked(QStringLiteral("jobs/8"));
        Q_EMIT form->finished();
        QTRY_VERIFY(!form);
        QCOMPARE(pages.address(), QStringLiteral("jobs/8"));
    }
    void workOfAPageThatIsGoneIsNotDone() {
        Window shown;
        int done = 0;
        auto* page = shown.window.pages().page();
        QSignalSpy asked(&shown.window.pages(), &PageStack::undoable);
        Q_EMIT page->undoable(QStringLiteral("x"), {}, [&] { ++done; });
        const auto work = asked.first().at(2).value<std::function<void()>>();
        delete page;
        work();
        QCOMPARE(done, 0);
    }
    void theRailCollapsesToIconsAndKeepsItsNames() {
        NavigationRail rail;
        rail.addEntry(QStringLiteral("jobs"), Glyph::Jobs);
        rail.setWord(QStringLiteral("jobs"), QStringLiteral("Jobs"));
        const int wide = rail.width();
        rail.setNarrow(true);
        QVERIFY(rail.width() < wide);
        for (const auto* button : rail.findChildren<QAbstractButton*>()) QVERIFY(!button->accessibleName().isEmpty());
    }
    void theLinkIsToldInWordsWithACountdown() {
        Window shown;
        shown.connection.report({client::Link::Connected, {}, {}});
        QVERIFY(shown.statusText().contains(QStringLiteral("Connected")));
        shown.connection.report({client::Link::Reconnecting, QDateTime::currentDateTime().addSecs(7), {}});
        QVERIFY(shown.statusText().contains(QStringLiteral("Next try in")));
        shown.connection.report({client::Link::Unauthorised, {}, {}});
        QVERIFY(shown.statusText().contains(QStringLiteral("log-in has ended")));
    }
    void theLanguageChangesWhileRunning() {
        Window shown;
        QVERIFY(shown.window.findChild<NavigationRail*>());
        shown.language.set(QStringLiteral("zh_CN"));
        QCoreApplication::sendPostedEvents();
        shown.connection.report({client::Link::Connected, {}, {}});
        QTRY_VERIFY(shown.statusText().contains(QString::fromUtf8("已连接")));
    }
    void theWindowComesBackWhereItWas() {
        Window shown;
        shown.window.resize(780, 640);
        shown.window.close();
        MainWindow again({section(QStringLiteral("jobs"))}, shown.theme, shown.language, shown.folder.preferences,
                         shown.connection, shown.mirror);
        QCOMPARE(again.size(), QSize(780, 640));
    }
};

std::unique_ptr<QObject> makeShellTest() {
    return std::make_unique<ShellTest>();
}

}  // namespace ph::test

Q_DECLARE_METATYPE(std::function<void()>)

#include "shell_test.moc"
