#include "ui/jobs/job_page.h"

#include "ui/jobs/job_artifacts.h"
#include "ui/jobs/job_log.h"
#include "ui/jobs/job_metrics.h"
#include "ui/jobs/job_overview.h"
#include "ui/site.h"
#include "ui/ui_tests.h"
#include "ui/widgets/chart.h"
#include "ui/widgets/copy_box.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/log_view.h"
#include "ui/widgets/state_chip.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

namespace ph::test {

using namespace ph::ui;

namespace {

const QStringList kTabs{QStringLiteral("Overview"), QStringLiteral("Log"), QStringLiteral("Metrics"),
                        QStringLiteral("Spec"), QStringLiteral("Artifacts")};

struct Opened : Site {
    JobSummary row;
    std::unique_ptr<JobPage> page;

    explicit Opened(JobState state = JobState::Running, int attempt = 1) {
        live();
        row = job(random, 7, "digits", state);
        row.attempt = attempt;
        if (attempt > 0) row.startedAt = row.queuedAt;
        put(row);
        page = std::make_unique<JobPage>(connection, mirror, preferences, row.id);
        page->resize(1000, 700);
        page->show();
        page->activateWindow();
        (void)QTest::qWaitForWindowActive(page.get());
    }
    api::JobDetail detail() const {
        api::JobDetail all;
        all.job = row;
        all.spec.name = row.name;
        all.spec.command = {"python3", "train.py", "--note", "a b"};
        all.history = {{row.queuedAt, JobState::Queued, {ReasonCode::Submitted, {}}, 0},
                       {row.startedAt, JobState::Running, {}, 1}};
        return all;
    }
    void go(JobState state, Reason reason = {}) {
        row.state = state;
        row.reason = std::move(reason);
        put(row);
    }
    QWidget* tab(const char* name) {
        const auto at = kTabs.indexOf(QString::fromLatin1(name));
        page->tabs().setCurrentIndex(int(at));
        return page->tabs().currentWidget();
    }
    QString words() const { return wordsOf(*page); }
    QAction& action(const char* text) { return *actionOf(*page, QString::fromLatin1(text)); }
};

MetricPoint point(std::int64_t step, const char* name, double value) {
    return {step, name, value, {}};
}

}  // namespace

class JobPageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itIsNamedByItsNumberAndSaysHowItStands() {
        Opened opened;
        QCOMPARE(opened.page->title(), QStringLiteral("#7 digits"));
        QCOMPARE(opened.page->findChild<StateChip*>()->accessibleName(), QStringLiteral("Running"));
        for (const char* part : {"#7 digits", "Owner", "mei", "CPU", "Memory", "Duration", "Time limit"})
            QVERIFY2(opened.words().contains(QString::fromLatin1(part)), part);
    }
    void itsTabsAreInTheOrderOfLook() {
        Opened opened;
        QStringList names;
        for (int i = 0; i < opened.page->tabs().count(); ++i) names << opened.page->tabs().tabText(i);
        QCOMPARE(names, kTabs);
    }
    void theKeyboardGoesFromTabToTab() {
        Opened opened;
        auto* bar = opened.page->tabs().findChild<QTabBar*>();
        bar->setFocus();
        for (int i = 1; i < kTabs.size(); ++i) {
            QTest::keyClick(bar, Qt::Key_Right);
            QCOMPARE(opened.page->tabs().currentIndex(), i);
        }
    }
    void itFollowsItsRowAndNoOther() {
        Opened opened;
        QSignalSpy titles(opened.page.get(), &Page::titleChanged);
        opened.add("another");
        QCOMPARE(titles.size(), 0);
        opened.go(JobState::Succeeded, {ReasonCode::Completed, {}});
        QCOMPARE(titles.size(), 1);
        QCOMPARE(opened.page->findChild<StateChip*>()->accessibleName(), QStringLiteral("Succeeded"));
        QVERIFY(!opened.action("Stop").isEnabled());
    }
    void stopIsOfferedOnlyWhileThereIsSomethingToStop_data() {
        QTest::addColumn<int>("state");
        QTest::addColumn<bool>("offered");
        QTest::newRow("queued") << int(JobState::Queued) << true;
        QTest::newRow("running") << int(JobState::Running) << true;
        QTest::newRow("stopping") << int(JobState::Stopping) << false;
        QTest::newRow("failed") << int(JobState::Failed) << false;
        QTest::newRow("stopped") << int(JobState::Stopped) << false;
    }
    void stopIsOfferedOnlyWhileThereIsSomethingToStop() {
        QFETCH(int, state);
        QFETCH(bool, offered);
        Opened opened(static_cast<JobState>(state));
        QCOMPARE(opened.action("Stop").isEnabled(), offered);
        QVERIFY(opened.action("Run again").isEnabled());
    }
    void stoppingCanBeUndoneAndRunningAgainOpensTheForm() {
        Opened opened;
        QSignalSpy undoable(opened.page.get(), &Page::undoable), opening(opened.page.get(), &Page::openAsked);
        QTest::keyClick(opened.page.get(), Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(undoable.value(0).value(0).toString(), QStringLiteral("digits will be stopped."));
        QTest::keyClick(opened.page.get(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(opening.value(0).value(0).toString(),
                 QStringLiteral("jobs/new/") + QString::fromStdString(opened.row.id.str()));
    }
    void aJobThatWasDeletedElsewhereIsSaidToBe() {
        Opened opened;
        opened.page->showDetail(opened.detail());
        auto* banner = opened.page->findChild<ErrorBanner*>();
        opened.mirror.jobs().remove(opened.row.id, ++opened.seq);
        QVERIFY(banner->isVisible());
        QVERIFY(wordsOf(*banner).contains(QStringLiteral("has been deleted")));
        QVERIFY(!opened.action("Stop").isEnabled());
        QVERIFY(opened.words().contains(QStringLiteral("#7 digits")));
    }
    void anotherJobThatGoesIsNoNews() {
        Opened opened;
        opened.page->showDetail(opened.detail());
        const auto other = opened.add("other");
        opened.mirror.jobs().remove(other.id, ++opened.seq);
        QVERIFY(!opened.page->findChild<ErrorBanner*>()->isVisible());
    }
    void theOverviewSaysWhyAndHasTheNewestOnTop() {
        Opened opened;
        opened.go(JobState::Failed, {ReasonCode::ExitCode, {{"code", "3"}}});
        auto detail = opened.detail();
        detail.history.push_back({opened.row.queuedAt, JobState::Failed, opened.row.reason, 1});
        TaskRun run;
        run.attempt = 1;
        run.exit = TaskExit{3, 0, mebibytes(200), 61'000'000};
        detail.taskRuns = {run};
        opened.page->showDetail(detail);
        const QString words = wordsOf(opened.page->overview());
        for (const char* part : {"3", "Exit code", "Most memory used", "200 MiB", "CPU time", "1 min 1 s"})
            QVERIFY2(words.contains(QString::fromLatin1(part)), qPrintable(words));
        const auto* history = opened.page->overview().findChild<QTableWidget*>();
        QCOMPARE(history->rowCount(), 3);
        QCOMPARE(history->item(0, 1)->text(), QStringLiteral("Failed"));
        QCOMPARE(history->item(2, 1)->text(), QStringLiteral("Queued"));
        QCOMPARE(opened.page->overview().findChild<CopyBox*>()->text(),
                 QStringLiteral("python3 train.py --note 'a b'"));
    }
    void aWaitingJobSaysWhatItWaitsForUntilItStarts() {
        Opened opened(JobState::Queued, 0);
        opened.row.reason = {ReasonCode::NotEnoughFree,
                             {{"resource", "accelerators"}, {"asked", "8"}, {"free", "2"}, {"nodes", "3"}}};
        opened.put(opened.row);
        opened.page->showDetail(opened.detail());
        opened.page->overview().showVerdict(
            {opened.row.reason, 5, {{"not-ready", 2}, {"accelerators", 3}}, {{"accelerators", 8, 2, 8}}, {}, {}, {}, {}});
        const QString waiting = wordsOf(opened.page->overview());
        opened.go(JobState::Running);
        opened.page->showDetail(opened.detail());
        const QString running = wordsOf(opened.page->overview());
        QVERIFY2(waiting.count(u'\n') > running.count(u'\n'), qPrintable(waiting));
        QVERIFY(running.contains(QStringLiteral("Running")));
    }
    void theSpecIsYamlThatCanBeCopied() {
        Opened opened;
        opened.page->showDetail(opened.detail());
        auto* box = opened.tab("Spec")->findChild<CopyBox*>();
        QVERIFY(box->text().contains(QStringLiteral("train.py")));
        QTest::mouseClick(box->findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), box->text());
    }
    void anEmptyLogSaysWhy_data() {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("attempt");
        QTest::addColumn<QString>("words");
        QTest::newRow("before its start") << int(JobState::Queued) << 0 << QStringLiteral("once the job has started");
        QTest::newRow("silent") << int(JobState::Running) << 1 << QStringLiteral("has written nothing so far");
        QTest::newRow("silent to the end") << int(JobState::Succeeded) << 1 << QStringLiteral("This job wrote nothing");
        QTest::newRow("never started") << int(JobState::Stopped) << 0 << QStringLiteral("never started");
    }
    void anEmptyLogSaysWhy() {
        QFETCH(int, state);
        QFETCH(int, attempt);
        QFETCH(QString, words);
        Opened opened(static_cast<JobState>(state), attempt);
        opened.tab("Log");
        opened.page->log().setJob(opened.row);
        QVERIFY2(wordsOf(opened.page->log()).contains(words), qPrintable(wordsOf(opened.page->log())));
        QCOMPARE(buttonOf(opened.page->log(), QStringLiteral("Save"))->isEnabled(), attempt > 0);
    }
    void theLogIsSearchedFromItsOwnLine() {
        Opened opened;
        opened.tab("Log");
        auto& log = opened.page->log();
        log.setJob(opened.row);
        log.view().append("an error\nfine\nError and error\n");
        log.view().flush();
        log.setJob(opened.row);
        log.view().setFocus();
        QTest::keyClick(&log.view(), Qt::Key_F, Qt::ControlModifier);
        auto* line = log.findChild<QLineEdit*>();
        QVERIFY(line->hasFocus());
        QTest::keyClicks(line, QStringLiteral("error"));
        QTRY_VERIFY(wordsOf(log).contains(QStringLiteral("3 hits")));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY2(wordsOf(log).contains(QStringLiteral("1 of 3")), qPrintable(wordsOf(log)));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY2(wordsOf(log).contains(QStringLiteral("2 of 3")), qPrintable(wordsOf(log)));
        QTest::keyClicks(line, QStringLiteral(" that is nowhere"));
        QTRY_VERIFY(wordsOf(log).contains(QStringLiteral("0 hits")));
        line->clear();
        QTRY_VERIFY(!wordsOf(log).contains(QStringLiteral("hits")));
    }
    void wrappingIsKeptForTheNextLog() {
        Opened first;
        const auto wrap = [](JobLog& log) {
            for (auto* button : log.findChildren<QToolButton*>())
                if (button->accessibleName() == QStringLiteral("Wrap long lines")) return button;
            return static_cast<QToolButton*>(nullptr);
        };
        const bool on = first.page->log().view().wraps();
        wrap(first.page->log())->click();
        QCOMPARE(first.page->log().view().wraps(), !on);
        JobPage second(first.connection, first.mirror, first.preferences, first.row.id);
        QCOMPARE(second.log().view().wraps(), !on);
        QCOMPARE(wrap(second.log())->isChecked(), !on);
    }
    void curvesAppearWithTheFirstPointAndNotBefore() {
        Opened opened;
        auto* metrics = opened.tab("Metrics");
        QVERIFY(wordsOf(*metrics).contains(QStringLiteral("$PH_METRICS")));
        opened.page->metrics().addPoints({point(1, "loss", 0.5), point(1, "accuracy", 0.1)});
        QVERIFY(!wordsOf(*metrics).contains(QStringLiteral("$PH_METRICS")));
        int shown = 0;
        for (const auto* chart : metrics->findChildren<Chart*>()) shown += chart->isVisibleTo(metrics) ? 1 : 0;
        QCOMPARE(shown, 2);
    }
    void aTaskThatStartsOverWritesOverItsCurve() {
        Opened opened;
        auto& metrics = opened.page->metrics();
        metrics.addPoints({point(1, "loss", 0.9), point(2, "loss", 0.8), point(3, "loss", 0.7)});
        metrics.addPoints({point(2, "loss", 0.5)});
        QCOMPARE(metrics.findChildren<Chart*>().last()->csv(),
                 QStringLiteral("series,step,value\n\"loss\",1,0.9\n\"loss\",2,0.5\n"));
    }
    void anAttemptThatFollowsHasCurvesOfItsOwn() {
        Opened opened;
        auto& metrics = opened.page->metrics();
        opened.tab("Metrics");
        metrics.setJob(opened.row);
        metrics.addPoints({point(1, "loss", 0.9)});
        opened.row.attempt = 2;
        metrics.setJob(opened.row);
        for (const auto* chart : metrics.findChildren<Chart*>()) QVERIFY(chart->isEmpty());
    }
    void filesAreListedAndTheChosenOneStaysChosen() {
        Opened opened(JobState::Succeeded);
        auto* artifacts = opened.tab("Artifacts");
        QVERIFY(wordsOf(*artifacts).contains(QStringLiteral("kept here after it ends")));
        std::vector<Artifact> files{{opened.row.id, 1, "model.bin", "sha256:aa", 5 << 20, opened.row.queuedAt},
                                    {opened.row.id, 1, "<i>plot</i>.png", "sha256:bb", 100, opened.row.queuedAt}};
        opened.page->artifacts().showFiles(files);
        auto* table = artifacts->findChild<QTableWidget*>();
        auto* save = buttonOf<QPushButton>(*artifacts, QStringLiteral("Save…"));
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->item(0, 1)->text(), QStringLiteral("5 MiB"));
        QVERIFY(!save->isEnabled());
        table->selectRow(1);
        QVERIFY(save->isEnabled());
        files.push_back({opened.row.id, 1, "report.pdf", "sha256:cc", 7, opened.row.queuedAt});
        opened.page->artifacts().showFiles(files);
        QCOMPARE(table->currentRow(), 1);
        QVERIFY(save->isEnabled());
        opened.page->artifacts().showFiles({});
        QVERIFY(!table->isVisible() && !save->isVisible());
    }
    void aServerThatDoesNotAnswerLeavesTheRowInView() {
        Opened opened;
        auto* banner = opened.page->findChild<ErrorBanner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 20'000);
        QVERIFY(opened.words().contains(QStringLiteral("#7 digits")));
    }
};

std::unique_ptr<QObject> makeJobPageTest() {
    return std::make_unique<JobPageTest>();
}

}  // namespace ph::test

#include "job_page_test.moc"
