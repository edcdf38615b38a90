#include "ui/shell/fingerprint_dialog.h"
#include "ui/shell/language.h"
#include "ui/shell/login_window.h"
#include "ui/site.h"
#include "ui/ui_tests.h"
#include "ui/widgets/error_banner.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

/// The log-in as a person sees it: fields by the words before them.
struct LoginScreen {
    Site site;
    KnownServers servers{site.preferences, QString()};
    std::unique_ptr<LoginWindow> window;

    void open() {
        window = std::make_unique<LoginWindow>(servers);
        window->resize(760, 560);
        window->show();
        window->activateWindow();
        (void)QTest::qWaitForWindowActive(window.get());
    }
    QWidget* behind(const char* word) {
        for (auto* label : window->findChildren<QLabel*>())
            if (label->text() == QString::fromUtf8(word)) return label->buddy();
        return nullptr;
    }
    QComboBox& server() { return *qobject_cast<QComboBox*>(behind("Server")); }
    QLineEdit& user() { return *qobject_cast<QLineEdit*>(behind("User")); }
    QLineEdit& password() { return *qobject_cast<QLineEdit*>(behind("Password")); }
    QPushButton& button() { return *window->findChild<QPushButton*>(); }
    ErrorBanner& error() { return *window->findChild<ErrorBanner*>(); }
    void fill(const char* address, const char* name, const char* secret) {
        server().setEditText(QString::fromLatin1(address));
        user().setText(QString::fromLatin1(name));
        password().setText(QString::fromLatin1(secret));
    }
};

QPushButton* buttonWith(QDialog& dialog, const char* text) {
    return buttonOf<QPushButton>(dialog, QString::fromLatin1(text));
}

}  // namespace

class LoginTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstFieldThatIsEmptyHasTheFocus() {
        LoginScreen screen;
        screen.open();
        QVERIFY(screen.server().hasFocus() || screen.server().lineEdit()->hasFocus());
        screen.servers.remember({serverUrl(QStringLiteral("lab")), "sha256:aa", QStringLiteral("mei"), {}});
        screen.open();
        QCOMPARE(screen.user().text(), QStringLiteral("mei"));
        QVERIFY(screen.password().hasFocus());
    }
    void theUserOfAKnownServerIsFilledIn() {
        LoginScreen screen;
        screen.servers.remember({serverUrl(QStringLiteral("lab")), "sha256:aa", QStringLiteral("mei"), {}});
        screen.servers.remember({serverUrl(QStringLiteral("farm")), "sha256:bb", QStringLiteral("anna"), {}});
        screen.open();
        QCOMPARE(screen.server().currentText(), QStringLiteral("farm:7443"));
        QCOMPARE(screen.user().text(), QStringLiteral("anna"));
        screen.server().setCurrentIndex(1);
        QCOMPARE(screen.user().text(), QStringLiteral("mei"));
    }
    void anAddressThatIsNoneIsToldWithAnExample_data() {
        QTest::addColumn<QByteArray>("address");
        for (const char* address : {"", "http://lab", "lab:port", "two words", "https://"})
            QTest::newRow(address[0] ? address : "nothing") << QByteArray(address);
    }
    void anAddressThatIsNoneIsToldWithAnExample() {
        QFETCH(QByteArray, address);
        LoginScreen screen;
        screen.open();
        screen.fill(address.constData(), "mei", "a-password-for-tests");
        QTest::mouseClick(&screen.button(), Qt::LeftButton);
        QVERIFY(screen.error().isVisible());
        QVERIFY(wordsOf(screen.error()).contains(QStringLiteral("127.0.0.1:7443")));
        QVERIFY(screen.button().isEnabled());
    }
    void aMissingNameOrPasswordIsAskedForNotSent() {
        LoginScreen screen;
        screen.open();
        screen.fill("127.0.0.1:1", "", "");
        QTest::mouseClick(&screen.button(), Qt::LeftButton);
        QVERIFY(screen.user().hasFocus());
        QTest::keyClicks(&screen.user(), QStringLiteral("mei"));
        QTest::keyClick(&screen.user(), Qt::Key_Return);
        QVERIFY(screen.password().hasFocus());
        QTest::keyClick(&screen.password(), Qt::Key_Return);
        QVERIFY(screen.password().hasFocus());
        QVERIFY(screen.button().isEnabled());
    }
    void aServerThatDoesNotAnswerIsToldAndTheFieldsAreKept() {
        LoginScreen screen;
        screen.open();
        screen.fill("127.0.0.1:1", "mei", "a-password-for-tests");
        QTest::keyClick(&screen.password(), Qt::Key_Return);
        QCOMPARE(screen.button().text(), QStringLiteral("Connecting…"));
        QVERIFY(!screen.button().isEnabled() && !screen.password().isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(screen.error().isVisible(), 20'000);
        QVERIFY2(wordsOf(screen.error()).contains(QStringLiteral("Cannot reach 127.0.0.1")),
                 qPrintable(wordsOf(screen.error())));
        QCOMPARE(screen.button().text(), QStringLiteral("Log in"));
        QVERIFY(screen.button().isEnabled());
        QCOMPARE(screen.user().text(), QStringLiteral("mei"));
        QCOMPARE(screen.password().selectedText().size(), qsizetype{20});
    }
    void thePasswordIsNeverShown() {
        LoginScreen screen;
        screen.open();
        QCOMPARE(screen.password().echoMode(), QLineEdit::Password);
        QTest::keyClicks(&screen.password(), QStringLiteral("secret"));
        QVERIFY(!screen.password().displayText().contains(QStringLiteral("secret")));
    }
    void tabGoesThroughTheFieldsInTheirOrder() {
        LoginScreen screen;
        screen.open();
        screen.fill("lab", "mei", "x");
        screen.user().setFocus();
        QTest::keyClick(&screen.user(), Qt::Key_Tab);
        QVERIFY(screen.password().hasFocus());
        QTest::keyClick(&screen.password(), Qt::Key_Tab);
        QVERIFY(screen.button().hasFocus());
    }
    void theLanguageChangesWhileItIsOpenAlsoWhileConnecting() {
        LoginScreen screen;
        Language language(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        language.set(QStringLiteral("en"));
        screen.open();
        screen.fill("127.0.0.1:1", "mei", "a-password-for-tests");
        auto& button = screen.button();
        QTest::mouseClick(&button, Qt::LeftButton);
        language.set(QStringLiteral("zh_CN"));
        QCoreApplication::sendPostedEvents();
        const QString while_ = button.text(), words = wordsOf(*screen.window);
        language.set(QStringLiteral("en"));
        QCoreApplication::sendPostedEvents();
        QVERIFY(while_ != QStringLiteral("Connecting…"));
        QCOMPARE(button.text(), QStringLiteral("Connecting…"));
        QVERIFY2(words.contains(QString::fromUtf8("密码")), qPrintable(words));
    }
    void aNewServerIsComparedByItsFingerprint() {
        FingerprintDialog dialog(QStringLiteral("lab:7443"), {}, "sha256:" + QByteArray(64, 'b'));
        dialog.show();
        const QString words = wordsOf(dialog);
        QVERIFY(words.contains(QStringLiteral("lab:7443 for the first time")));
        QVERIFY(words.contains(QStringLiteral("bbbb bbbb")));
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }
    void aChangedServerIsRefusedByReturnAndByEscape() {
        for (const auto key : {Qt::Key_Return, Qt::Key_Escape}) {
            FingerprintDialog dialog(QStringLiteral("lab:7443"), "sha256:" + QByteArray(64, 'a'),
                                     "sha256:" + QByteArray(64, 'b'));
            QSignalSpy refused(&dialog, &QDialog::rejected), trusted(&dialog, &QDialog::accepted);
            dialog.show();
            QTest::keyClick(&dialog, key);
            QCOMPARE(refused.size(), 1);
            QCOMPARE(trusted.size(), 0);
        }
    }
    void aChangedServerIsToldInClearWordsWithBothFingerprints() {
        FingerprintDialog dialog(QStringLiteral("lab:7443"), "sha256:" + QByteArray(64, 'a'),
                                 "sha256:" + QByteArray(64, 'b'));
        dialog.show();
        const QString words = wordsOf(dialog);
        for (const char* part : {"has changed", "lab:7443 shows another certificate", "Nothing has been sent",
                                 "administrator", "Known until now", "aaaa aaaa", "Shown now", "bbbb bbbb"})
            QVERIFY2(words.contains(QString::fromLatin1(part)), part);
        QTest::mouseClick(buttonWith(dialog, "Trust the new certificate"), Qt::LeftButton);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }
    void theDialogShowsMarkupInAServersNameAsText() {
        FingerprintDialog dialog(QStringLiteral("<b>lab</b>"), {}, "sha256:bb");
        for (const auto* label : dialog.findChildren<QLabel*>())
            if (!label->text().isEmpty()) QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    void everyWordOfTheDialogFitsIntoIt() {
        FingerprintDialog dialog(QStringLiteral("a-rather-long-name-of-a-server.cluster.example.org:7443"),
                                 "sha256:" + QByteArray(64, 'a'), "sha256:" + QByteArray(64, 'b'));
        dialog.show();
        for (const auto* label : dialog.findChildren<QLabel*>())
            if (label->wordWrap())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
};

std::unique_ptr<QObject> makeLoginTest() {
    return std::make_unique<LoginTest>();
}

}  // namespace ph::test

#include "login_test.moc"
