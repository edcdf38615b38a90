#include "domain/accounts/account.h"
#include "mirror/mirror.h"
#include "ui/jobs/job_artifacts.h"
#include "ui/jobs/job_fields.h"
#include "ui/jobs/job_log.h"
#include "ui/jobs/job_metrics.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/jobs_page.h"
#include "ui/jobs/new_job_page.h"
#include "ui/nodes/node_page.h"
#include "ui/shell/fingerprint_dialog.h"
#include "ui/shell/login_window.h"
#include "ui/site.h"
#include "ui/ui_tests.h"
#include "ui/widgets/chart.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/log_view.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

constexpr int kPatience = 30'000;
const QString kPassword = QStringLiteral("a-password-for-tests");

/// A controller of its own in a temporary folder, ended by pid.
class Controller {
public:
    bool start() {
        const QString program = qEnvironmentVariable("PH_BIN") + QStringLiteral("/pilothoused");
        if (!QFile::exists(program)) return false;
        QProcess admin;
        admin.start(program,
                    {QStringLiteral("admin"), QStringLiteral("init"), QStringLiteral("--data"), m_folder.path(),
                     QStringLiteral("--user"), QStringLiteral("admin"), QStringLiteral("--password-stdin")});
        admin.write(kPassword.toUtf8() + '\n');
        admin.closeWriteChannel();
        if (!admin.waitForFinished(kPatience) || admin.exitCode() != 0) return false;
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(program,
                        {QStringLiteral("--data"), m_folder.path(), QStringLiteral("--port"), QStringLiteral("0")});
        return QTest::qWaitFor([this] { return QFile::exists(m_folder.filePath(QStringLiteral("endpoint.json"))); },
                               kPatience);
    }
    ~Controller() {
        m_process.terminate();
        if (!m_process.waitForFinished(kPatience)) m_process.kill();
        m_process.waitForFinished(kPatience);
    }
    QJsonObject endpoint() const {
        QFile file(m_folder.filePath(QStringLiteral("endpoint.json")));
        if (!file.open(QIODevice::ReadOnly)) return {};
        return QJsonDocument::fromJson(file.readAll()).object();
    }
    QUrl url() const {
        return QUrl(QStringLiteral("https://127.0.0.1:%1").arg(endpoint().value(QStringLiteral("port")).toInt()));
    }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

}  // namespace

/// The console's pages against a real controller.
class LiveTest : public QObject {
    Q_OBJECT

    Controller m_controller;
    std::unique_ptr<client::Connection> m_connection;
    std::unique_ptr<mirror::Mirror> m_mirror;
    QTemporaryDir m_folder;
    QSettings m_settings{m_folder.filePath(QStringLiteral("c.ini")), QSettings::IniFormat};
    Preferences m_preferences{m_settings};

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(m_controller.start(), "the controller does not start");
    }

    void loggingInAsksAboutTheCertificateFirst() {
        LogIn logIn;
        QSignalSpy unknown(&logIn, &LogIn::unknownServer), done(&logIn, &LogIn::done), failed(&logIn, &LogIn::failed);
        logIn.begin(m_controller.url(), {}, QStringLiteral("admin"), kPassword);
        QTRY_COMPARE_WITH_TIMEOUT(unknown.size(), 1, kPatience);
        QCOMPARE(QString::fromLatin1(unknown.first().first().toByteArray()),
                 m_controller.endpoint().value(QStringLiteral("fingerprint")).toString());
        QCOMPARE(done.size(), 0);
        logIn.trust(unknown.first().first().toByteArray());
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, kPatience);
        m_connection = std::make_unique<client::Connection>(done.first().first().value<client::ServerProfile>());
    }
    void anotherCertificateThanTheKnownOneIsToldAndNothingSent() {
        LogIn logIn;
        QSignalSpy changed(&logIn, &LogIn::changedServer), done(&logIn, &LogIn::done);
        logIn.begin(m_controller.url(), "sha256:" + QByteArray(64, '0'), QStringLiteral("admin"), kPassword);
        QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kPatience);
        QCOMPARE(done.size(), 0);
    }
    void aWrongPasswordIsTold() {
        LogIn logIn;
        QSignalSpy failed(&logIn, &LogIn::failed);
        logIn.begin(m_controller.url(), m_connection->profile().fingerprint, QStringLiteral("admin"),
                    QStringLiteral("wrong-password"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QVERIFY(failed.first().first().value<Error>().id == kBadCredentials);
    }
    void theLogInRefusesAChangedCertificateUnlessOneTrustsIt() {
        KnownServers servers(m_preferences, QString());
        const QByteArray before = "sha256:" + QByteArray(64, '0');
        const QUrl url = m_controller.url();
        servers.remember({url, before, QStringLiteral("admin"), {}});
        LoginWindow window(servers);
        window.show();
        QSignalSpy loggedIn(&window, &LoginWindow::loggedIn);
        const auto logIn = [&] {
            for (auto* line : window.findChildren<QLineEdit*>())
                if (line->echoMode() == QLineEdit::Password) line->setText(kPassword);
            QTest::mouseClick(window.findChild<QPushButton*>(), Qt::LeftButton);
        };
        const auto dialog = [&] { return window.findChild<FingerprintDialog*>(); };
        logIn();
        QTRY_VERIFY_WITH_TIMEOUT(dialog() && dialog()->isVisible(), kPatience);
        QVERIFY(wordsOf(*dialog()).contains(QStringLiteral("Nothing has been sent")));
        QTest::keyClick(dialog(), Qt::Key_Return);
        QTRY_VERIFY(!dialog());
        QCOMPARE(loggedIn.size(), 0);
        QCOMPARE(servers.find(url)->fingerprint, before);
        QVERIFY(window.findChild<QPushButton*>()->isEnabled());

        logIn();
        QTRY_VERIFY_WITH_TIMEOUT(dialog() && dialog()->isVisible(), kPatience);
        QTest::mouseClick(buttonOf<QPushButton>(*dialog(), QStringLiteral("Trust the new certificate")),
                          Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(loggedIn.size(), 1, kPatience);
        QVERIFY(servers.find(url)->fingerprint != before);
    }
    void theLogInTellsAWrongPasswordAndKeepsTheRest() {
        KnownServers servers(m_preferences, QString());
        LoginWindow window(servers);
        window.show();
        for (auto* line : window.findChildren<QLineEdit*>())
            if (line->echoMode() == QLineEdit::Password) line->setText(QStringLiteral("wrong-password"));
        QTest::mouseClick(window.findChild<QPushButton*>(), Qt::LeftButton);
        auto* banner = window.findChild<ErrorBanner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kPatience);
        QVERIFY2(wordsOf(*banner).contains(QStringLiteral("password")), qPrintable(wordsOf(*banner)));
        QVERIFY(window.findChild<QPushButton*>()->isEnabled());
    }
    void theMirrorBecomesLiveWithANode() {
        m_mirror = std::make_unique<mirror::Mirror>(*m_connection);
        m_mirror->start();
        QTRY_COMPARE_WITH_TIMEOUT(m_mirror->freshness(), mirror::Freshness::Live, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(m_mirror->nodes().count() > 0, kPatience);
    }
    void aJobGoesFromTheFormToItsLogCurvesAndFiles() {
        JobsPage table(*m_connection, *m_mirror, m_preferences, QStringLiteral("admin"));
        table.show();
        NewJobPage form(*m_connection, {});
        form.show();
        QSignalSpy asked(&form, &Page::openAsked);
        JobDraft draft;
        draft.name = QStringLiteral("live");
        draft.shell = true;
        draft.command = QStringLiteral(
            "echo hello from the task\necho '{\"step\": 1, \"name\": \"loss\", \"value\": 0.5}' >> $PH_METRICS\necho "
            "kept > kept.txt\nsleep 1");
        draft.outputs = QStringLiteral("kept.txt");
        QTest::qWait(500);
        form.fields().setDraft(draft);
        for (auto* button : form.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Submit")) QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(asked.size(), 1, kPatience);
        const auto id = JobId::parse(asked.first().first().toString().section(u'/', 1).toStdString());
        QVERIFY(id.has_value());

        // The row comes by events, and the page follows it to its end.
        QTRY_VERIFY_WITH_TIMEOUT(m_mirror->jobs().find(*id), kPatience);
        QCOMPARE(table.findChild<DataTable*>()->model()->rowCount(), m_mirror->jobs().count());
        JobPage page(*m_connection, *m_mirror, m_preferences, *id);
        page.resize(1000, 700);
        page.show();
        page.tabs().setCurrentWidget(&page.log());
        QTRY_VERIFY_WITH_TIMEOUT(page.log().view().text().lineCount() > 0, kPatience);
        QCOMPARE(page.log().view().text().line(0).text, QStringLiteral("hello from the task"));
        QTRY_COMPARE_WITH_TIMEOUT(m_mirror->jobs().find(*id)->state, JobState::Succeeded, kPatience);
        page.tabs().setCurrentWidget(&page.metrics());
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                for (auto* chart : page.metrics().findChildren<Chart*>())
                    if (chart->csv().contains(QStringLiteral("\"loss\",1,0.5"))) return true;
                return false;
            }(),
            kPatience);
        page.tabs().setCurrentWidget(&page.artifacts());
        QTRY_COMPARE_WITH_TIMEOUT(page.artifacts().findChild<QTableWidget*>()->rowCount(), 1, kPatience);
    }
    void aNodeIsDrawnWhileItIsSeen() {
        NodePage page(*m_connection, *m_mirror, m_mirror->nodes().at(0).id);
        page.resize(1000, 700);
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(!page.findChildren<Chart*>().first()->isEmpty(), kPatience);
    }
};

std::unique_ptr<QObject> makeLiveTest() {
    return std::make_unique<LiveTest>();
}

}  // namespace ph::test

#include "live_test.moc"
