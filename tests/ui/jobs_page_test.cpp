#include "ui/jobs/jobs_page.h"

#include "ui/site.h"
#include "ui/ui_tests.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/filter_line.h"

#include <QApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

struct Jobs : Site {
    std::unique_ptr<JobsPage> page;

    Jobs() { open(); }
    void open() {
        page = std::make_unique<JobsPage>(connection, mirror, preferences, QStringLiteral("mei"));
        page->resize(1240, 700);
        page->show();
        page->activateWindow();
        (void)QTest::qWaitForWindowActive(page.get());
    }
    DataTable& table() { return *page->findChild<DataTable*>(); }
    FilterLine& line() { return *page->findChild<FilterLine*>(); }
    EmptyState& empty() { return *page->findChild<EmptyState*>(); }
    QAction& action(const char* text) { return *actionOf(*page, QString::fromUtf8(text)); }
    QString name(int row) { return table().model()->index(row, JobModel::Name).data().toString(); }
    QStringList names() {
        QStringList list;
        for (int row = 0; row < table().model()->rowCount(); ++row) list << name(row);
        return list;
    }
    QStringList chosen() {
        QStringList list;
        for (const auto& index : table().chosenRows()) list << index.siblingAtColumn(JobModel::Name).data().toString();
        list.sort();
        return list;
    }
    void choose(const QStringList& wanted) {
        table().clearSelection();
        for (int row = 0; row < table().model()->rowCount(); ++row)
            if (wanted.contains(name(row)))
                table().selectionModel()->select(table().model()->index(row, 0),
                                                 QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    void filter(const char* text) {
        line().setText(QString::fromUtf8(text));
        QTest::keyClick(&line(), Qt::Key_Return);
    }
};

}  // namespace

class JobsPageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyTableSaysWhatItWaitsFor() {
        Jobs jobs;
        QVERIFY(jobs.empty().isVisible());
        QVERIFY(wordsOf(jobs.empty()).contains(QStringLiteral("Fetching jobs")));
        jobs.live();
        QVERIFY(wordsOf(jobs.empty()).contains(QStringLiteral("Jobs that you submit appear here")));
        QSignalSpy asked(jobs.page.get(), &Page::openAsked);
        QTest::mouseClick(jobs.empty().findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(asked.value(0).value(0).toString(), QStringLiteral("jobs/new"));
        jobs.add("first");
        QVERIFY(!jobs.empty().isVisible());
    }
    void aFilterThatMatchesNothingSaysSoAndOffersNoNewJob() {
        Jobs jobs;
        jobs.live();
        jobs.add("one");
        jobs.filter("nothing-like-this");
        QVERIFY(jobs.empty().isVisible());
        QCOMPARE(wordsOf(jobs.empty()), QStringLiteral("No job matches the filter."));
        QVERIFY(!jobs.empty().findChild<QPushButton*>()->isVisible());
        QVERIFY(wordsOf(*jobs.page).contains(QStringLiteral("0 of 1 job")));
        jobs.filter("");
        QVERIFY(!jobs.empty().isVisible());
    }
    void aBadQueryIsMarkedAndHidesNothing_data() {
        QTest::addColumn<QByteArray>("line");
        for (const char* line : {"/(/", "gpu>many", "state:", "memory>=4QB", "!/[/", "cpu>>2"})
            QTest::newRow(line) << QByteArray(line);
    }
    void aBadQueryIsMarkedAndHidesNothing() {
        QFETCH(QByteArray, line);
        Jobs jobs;
        jobs.add("one");
        jobs.add("two");
        jobs.filter(line.constData());
        QCOMPARE(jobs.line().property("tone").toString(), QStringLiteral("danger"));
        QVERIFY(jobs.line().toolTip().contains(QStringLiteral("Not understood")));
        QCOMPARE(jobs.table().model()->rowCount(), 2);
        jobs.filter("one");
        QCOMPARE(jobs.line().property("tone").toString(), QString());
        QCOMPARE(jobs.names(), QStringList{QStringLiteral("one")});
    }
    void theGoodPartOfABadQueryStillFilters() {
        Jobs jobs;
        jobs.add("one");
        jobs.add("two");
        jobs.filter("gpu>many two");
        QCOMPARE(jobs.names(), QStringList{QStringLiteral("two")});
    }
    void whatIsChosenStaysChosenWhileRowsChangeMoveAndCome() {
        Jobs jobs;
        std::vector<JobSummary> rows;
        for (const char* name : {"ant", "bee", "cat", "dog", "eel"}) rows.push_back(jobs.add(name));
        jobs.choose({QStringLiteral("bee"), QStringLiteral("dog")});
        const QStringList two = jobs.chosen();
        rows[1].state = JobState::Running;
        jobs.put(rows[1]);
        QCOMPARE(jobs.chosen(), two);
        for (const int column : {JobModel::Name, JobModel::State, JobModel::Duration, JobModel::Owner}) {
            jobs.table().sortByColumn(column, Qt::AscendingOrder);
            QCOMPARE(jobs.chosen(), two);
            jobs.table().sortByColumn(column, Qt::DescendingOrder);
            QCOMPARE(jobs.chosen(), two);
        }
        jobs.add("aaa");
        jobs.add("zzz");
        QCOMPARE(jobs.chosen(), two);
        jobs.mirror.jobs().remove(rows[1].id, ++jobs.seq);
        QCOMPARE(jobs.chosen(), QStringList{QStringLiteral("dog")});
        jobs.filter("!dog");
        QCOMPARE(jobs.chosen(), QStringList());
    }
    void actionsAreEnabledByWhatIsChosen_data() {
        QTest::addColumn<QStringList>("rows");
        QTest::addColumn<QByteArray>("enabled");
        const auto names = [](std::initializer_list<const char*> list) {
            QStringList all;
            for (const char* name : list) all << QString::fromLatin1(name);
            return all;
        };
        QTest::newRow("nothing") << names({}) << QByteArray("");
        QTest::newRow("waiting") << names({"queued"}) << QByteArray("Open Stop Run");
        QTest::newRow("running") << names({"running"}) << QByteArray("Open Stop Run");
        QTest::newRow("ended") << names({"failed"}) << QByteArray("Open Run Delete");
        QTest::newRow("two that run") << names({"queued", "running"}) << QByteArray("Stop");
        QTest::newRow("two that ended") << names({"failed", "succeeded"}) << QByteArray("Delete");
        QTest::newRow("one of each") << names({"running", "failed"}) << QByteArray("Stop");
    }
    void actionsAreEnabledByWhatIsChosen() {
        QFETCH(QStringList, rows);
        QFETCH(QByteArray, enabled);
        Jobs jobs;
        jobs.add("queued");
        jobs.add("running", JobState::Running);
        jobs.add("failed", JobState::Failed);
        jobs.add("succeeded", JobState::Succeeded);
        jobs.choose(rows);
        QStringList found;
        for (const char* name : {"Open", "Stop", "Run again", "Delete"})
            if (jobs.action(name).isEnabled()) found << QString::fromLatin1(name).section(u' ', 0, 0);
        QCOMPARE(found.join(u' '), QString::fromLatin1(enabled));
    }
    void theContextMenuHasTheSameActionsInTheSameState() {
        Jobs jobs;
        jobs.add("ended", JobState::Failed);
        jobs.choose({QStringLiteral("ended")});
        QStringList seen;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return;
            for (const auto* action : menu->actions())
                if (!action->isSeparator())
                    seen << action->text() + (action->isEnabled() ? QString() : QStringLiteral(" (off)"));
            menu->close();
        });
        QContextMenuEvent ask(QContextMenuEvent::Mouse, QPoint(20, 20), jobs.table().mapToGlobal(QPoint(20, 20)));
        QApplication::sendEvent(jobs.table().viewport(), &ask);
        QCOMPARE(seen.join(QStringLiteral(", ")), QStringLiteral("Open, Stop (off), Run again, Delete"));
    }
    void aJobThatEndsWhileItIsChosenCanNoLongerBeStopped() {
        Jobs jobs;
        auto row = jobs.add("short", JobState::Running);
        jobs.choose({QStringLiteral("short")});
        QVERIFY(jobs.action("Stop").isEnabled());
        row.state = JobState::Succeeded;
        jobs.put(row);
        QVERIFY(!jobs.action("Stop").isEnabled());
        QVERIFY(jobs.action("Delete").isEnabled());
    }
    void stoppingNamesTheJobAndLeavesEndedOnesAlone() {
        Jobs jobs;
        jobs.add("one", JobState::Running);
        jobs.add("two");
        jobs.add("ended", JobState::Failed);
        QSignalSpy asked(jobs.page.get(), &Page::undoable);
        jobs.choose({QStringLiteral("one"), QStringLiteral("ended")});
        jobs.action("Stop").trigger();
        QCOMPARE(asked.takeFirst().at(0).toString(), QStringLiteral("one will be stopped."));
        jobs.choose({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("ended")});
        jobs.action("Stop").trigger();
        QCOMPARE(asked.takeFirst().at(0).toString(), QStringLiteral("2 jobs will be stopped."));
        jobs.choose({QStringLiteral("ended")});
        jobs.action("Delete").trigger();
        QCOMPARE(asked.takeFirst().at(0).toString(), QStringLiteral("1 job will be deleted with log and files."));
    }
    void aRequestThatFailsIsToldOnThePage() {
        Jobs jobs;
        jobs.add("one", JobState::Running);
        QSignalSpy asked(jobs.page.get(), &Page::undoable);
        jobs.choose({QStringLiteral("one")});
        jobs.action("Stop").trigger();
        auto* banner = jobs.page->findChild<ErrorBanner*>();
        QVERIFY(!banner->isVisible());
        asked.first().at(2).value<std::function<void()>>()();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 20'000);
        QVERIFY(wordsOf(*banner).size() > 10);
        QCOMPARE(jobs.names(), QStringList{QStringLiteral("one")});
    }
    void theKeyboardReachesEverything() {
        Jobs jobs;
        jobs.add("one", JobState::Running);
        QSignalSpy opened(jobs.page.get(), &Page::openAsked), asked(jobs.page.get(), &Page::undoable);
        jobs.table().setFocus();
        QTest::keyClick(&jobs.table(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(jobs.line().hasFocus());
        QTest::keyClick(&jobs.line(), Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(opened.takeFirst().at(0).toString(), QStringLiteral("jobs/new"));
        jobs.table().setFocus();
        QTest::keyClick(&jobs.table(), Qt::Key_Down);
        QTest::keyClick(&jobs.table(), Qt::Key_Home);
        jobs.table().selectRow(0);
        QTest::keyClick(&jobs.table(), Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(asked.size(), 1);
        QTest::keyClick(&jobs.table(), Qt::Key_R, Qt::ControlModifier);
        QVERIFY(opened.takeFirst().at(0).toString().startsWith(QStringLiteral("jobs/new/j")));
        QTest::keyClick(&jobs.table(), Qt::Key_Return);
        QVERIFY(opened.takeFirst().at(0).toString().startsWith(QStringLiteral("jobs/j")));
    }
    void theTableIsReadyForTheArrows() {
        Jobs jobs;
        jobs.add("one");
        jobs.page->setFocus();
        QVERIFY(jobs.table().hasFocus());
    }
    void tabLeavesTheTableInsteadOfGoingThroughItsCells() {
        Jobs jobs;
        jobs.add("one");
        jobs.table().setFocus();
        QTest::keyClick(&jobs.table(), Qt::Key_Tab);
        QVERIFY(!jobs.table().hasFocus());
    }
    void aNarrowWindowKeepsWhatMattersInView() {
        Jobs jobs;
        jobs.add("a-job-with-a-rather-long-name-that-goes-on-and-on");
        jobs.page->resize(840, 600);
        QCoreApplication::processEvents();
        for (const int column : {JobModel::Number, JobModel::Name, JobModel::State, JobModel::Why})
            QVERIFY(!jobs.table().isColumnHidden(column));
        QCOMPARE(jobs.table().horizontalScrollBar()->maximum(), 0);
        const int narrow = jobs.table().horizontalHeader()->hiddenSectionCount();
        jobs.page->resize(1900, 600);
        QCoreApplication::processEvents();
        QVERIFY(jobs.table().horizontalHeader()->hiddenSectionCount() < narrow);
    }
    void columnsChosenInTheHeadersMenuAreKept() {
        Jobs jobs;
        jobs.add("one");
        auto* header = jobs.table().horizontalHeader();
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return;
            for (auto* action : menu->actions())
                if (action->text() == QStringLiteral("Owner")) action->trigger();
            menu->close();
        });
        const bool hidden = jobs.table().isColumnHidden(JobModel::Owner);
        Q_EMIT header->customContextMenuRequested(QPoint(5, 5));
        QCOMPARE(jobs.table().isColumnHidden(JobModel::Owner), !hidden);
        jobs.open();
        QCOMPARE(jobs.table().isColumnHidden(JobModel::Owner), !hidden);
    }
    void markupInANameIsTextAlsoInItsTip() {
        Jobs jobs;
        jobs.add("<b>bold</b><img src=\"https://example.org/seen\">");
        QCOMPARE(jobs.name(0), QStringLiteral("<b>bold</b><img src=\"https://example.org/seen\">"));
        const auto tip = jobs.table().model()->index(0, JobModel::Name).data(Qt::ToolTipRole).toString();
        QVERIFY2(!tip.contains(QStringLiteral("<b>")) && !tip.contains(QStringLiteral("<img")), qPrintable(tip));
        jobs.filter("/(<b>/");
        QVERIFY2(!jobs.line().toolTip().contains(QStringLiteral("<b>")), qPrintable(jobs.line().toolTip()));
    }
};

std::unique_ptr<QObject> makeJobsPageTest() {
    return std::make_unique<JobsPageTest>();
}

}  // namespace ph::test

Q_DECLARE_METATYPE(std::function<void()>)

#include "jobs_page_test.moc"
