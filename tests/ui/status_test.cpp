#include "client/client_errors.h"
#include "ui/shell/connection_status.h"
#include "ui/shell/language.h"
#include "ui/site.h"
#include "ui/ui_tests.h"

#include <QApplication>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace ph::test {

using namespace ph::ui;
using client::Link;

namespace {

struct Status : Site {
    ConnectionStatus status{connection, mirror};

    Status() { status.show(); }
    void say(Link link, int secondsToNextTry = 0, std::optional<Error> cause = {}) {
        connection.report({link, QDateTime::currentDateTime().addSecs(secondsToNextTry), std::move(cause)});
    }
    QString words() const { return wordsOf(status); }
    QPushButton& button() { return *status.findChild<QPushButton*>(); }
    int countdown() const {
        const QRegularExpression number(QStringLiteral("Next try in (\\d+) s"));
        const auto match = number.match(words());
        return match.hasMatch() ? match.captured(1).toInt() : -1;
    }
};

}  // namespace

class StatusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyStateOfTheLinkHasItsWordsAndItsButton_data() {
        QTest::addColumn<int>("link");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("button");
        QTest::newRow("unknown") << int(Link::Unknown) << QStringLiteral("Connecting") << QString();
        QTest::newRow("connected") << int(Link::Connected) << QStringLiteral("Connected") << QString();
        QTest::newRow("reconnecting") << int(Link::Reconnecting) << QStringLiteral("Connection lost.")
                                      << QStringLiteral("Try now");
        QTest::newRow("logged out") << int(Link::Unauthorised) << QStringLiteral("The log-in has ended.")
                                    << QStringLiteral("Log in");
        QTest::newRow("offline") << int(Link::Offline) << QStringLiteral("Not connected.") << QStringLiteral("Try now");
    }
    void everyStateOfTheLinkHasItsWordsAndItsButton() {
        QFETCH(int, link);
        QFETCH(QString, words);
        QFETCH(QString, button);
        Status shown;
        shown.say(static_cast<Link>(link));
        QVERIFY2(shown.words().contains(words), qPrintable(shown.words()));
        QCOMPARE(shown.button().isVisible(), !button.isEmpty());
        QCOMPARE(shown.button().text(), button);
    }
    void fetchingIsToldUntilTheListsAreThere() {
        Status shown;
        shown.say(Link::Connected);
        QVERIFY(shown.words().contains(QStringLiteral("Connected, fetching")));
        shown.live();
        QVERIFY(!shown.words().contains(QStringLiteral("fetching")));
    }
    void theCountdownGoesDownByItself() {
        Status shown;
        shown.say(Link::Reconnecting, 8);
        const int first = shown.countdown();
        QVERIFY2(first >= 7 && first <= 9, qPrintable(shown.words()));
        QTRY_VERIFY_WITH_TIMEOUT(shown.countdown() < first, 5000);
    }
    void whenTheTimeIsOverItIsTryingNotCountingBelowNothing() {
        Status shown;
        shown.say(Link::Reconnecting, -30);
        QVERIFY(shown.words().contains(QStringLiteral("Trying again")));
        QCOMPARE(shown.countdown(), -1);
    }
    void whatIsShownMeanwhileSaysOfWhenItIs() {
        Status shown;
        shown.live();
        shown.say(Link::Reconnecting, 8);
        const QString of = shown.mirror.staleSince().toString(QStringLiteral("HH:mm:ss"));
        QVERIFY2(shown.words().contains(QStringLiteral("What is shown is of ") + of), qPrintable(shown.words()));
        shown.say(Link::Connected);
        QVERIFY(!shown.words().contains(QStringLiteral("What is shown")));
    }
    void aCertificateThatChangedWhileRunningIsTheMessage() {
        Status shown;
        shown.live();
        const Error cause = Error(client::kCertificateChanged).with("expected", "sha256:aa").with("shown", "sha256:bb");
        shown.say(Link::Offline, 0, cause);
        QVERIFY2(shown.words().contains(QStringLiteral("certificate")), qPrintable(shown.words()));
    }
    void theCauseOfALossIsInTheTip() {
        Status shown;
        shown.say(Link::Reconnecting, 5,
                  Error(client::kNoConnection).with("host", "lab:7443").with("reason", "refused"));
        bool told = false;
        for (const auto* label : shown.status.findChildren<QLabel*>())
            told |= label->toolTip().contains(QStringLiteral("lab:7443"));
        QVERIFY(told);
    }
    void logInIsAskedForOnlyWhenItHasEnded() {
        Status shown;
        QSignalSpy asked(&shown.status, &ConnectionStatus::loginAsked);
        shown.say(Link::Reconnecting, 5);
        QTest::mouseClick(&shown.button(), Qt::LeftButton);
        QCOMPARE(asked.size(), 0);
        shown.say(Link::Unauthorised);
        QTest::mouseClick(&shown.button(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
    }
    void itsWordsFollowTheLanguage() {
        Language language(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        language.set(QStringLiteral("en"));
        Status shown;
        shown.say(Link::Unauthorised);
        language.set(QStringLiteral("zh_CN"));
        QCoreApplication::sendPostedEvents();
        const QString chinese = shown.words() + shown.button().text();
        language.set(QStringLiteral("en"));
        QVERIFY2(!chinese.contains(QStringLiteral("log-in")) && chinese.contains(QString::fromUtf8("登录")),
                 qPrintable(chinese));
    }
};

std::unique_ptr<QObject> makeStatusTest() {
    return std::make_unique<StatusTest>();
}

}  // namespace ph::test

#include "status_test.moc"
