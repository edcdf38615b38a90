#include "ui/jobs/job_model.h"

#include "ui/builders.h"
#include "ui/jobs/job_filter.h"
#include "ui/ui_tests.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/state_chip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

struct Jobs {
    SeededRandom random;
    mirror::JobTable table;
    JobModel model{table};
    JobFilter filter{model};
    QAbstractItemModelTester modelTester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester filterTester{&filter, QAbstractItemModelTester::FailureReportingMode::QtTest};

    JobSummary add(std::int64_t number, const std::string& name, JobState state = JobState::Queued) {
        const auto row = job(random, number, name, state);
        table.put(row);
        return row;
    }
    QStringList names() const {
        QStringList list;
        for (int i = 0; i < filter.rowCount(); ++i) list << filter.index(i, JobModel::Name).data().toString();
        return list;
    }
    void say(const char* line) {
        filter.setQuery(
            FilterQuery::parse(QString::fromUtf8(line), jobFilterWords(), jobFilterNumbers(), QStringLiteral("mei")));
    }
};

}  // namespace

class JobModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsComeChangeAndGoWithTheMirror() {
        Jobs jobs;
        const auto first = jobs.add(1, "one");
        auto second = jobs.add(2, "two");
        jobs.add(3, "three");
        QCOMPARE(jobs.model.rowCount(), 3);
        QSignalSpy changes(&jobs.model, &QAbstractItemModel::dataChanged);
        second.state = JobState::Running;
        second.seq = 10;
        jobs.table.put(second);
        QCOMPARE(changes.size(), 1);
        jobs.table.remove(first.id, 11);
        QCOMPARE(jobs.model.rowCount(), 2);
        jobs.table.clear();
        QCOMPARE(jobs.filter.rowCount(), 0);
    }
    void manyRandomChangesKeepTheModelSound() {
        Jobs jobs;
        jobs.filter.sort(JobModel::State);
        jobs.say("!gone state:r");
        std::vector<JobSummary> known;
        for (int i = 0; i < 300; ++i) {
            known.push_back(jobs.add(i + 1, i % 5 ? "kept" : "gone", static_cast<JobState>(i % 8)));
            auto& other = known[static_cast<std::size_t>(i * 7 % static_cast<int>(known.size()))];
            other.state = static_cast<JobState>((i * 3) % 8);
            other.seq = 1000 + i;
            jobs.table.put(other);
            if (i % 4 == 3) jobs.table.remove(known[static_cast<std::size_t>(i / 2)].id, 5000 + i);
        }
        QVERIFY(jobs.filter.rowCount() > 0);
        QVERIFY(jobs.filter.rowCount() < jobs.model.rowCount());
    }
    void rowsAreSortedByValueNotByText() {
        Jobs jobs;
        for (const std::int64_t number : {9, 10, 100, 2}) jobs.add(number, "job" + std::to_string(number));
        jobs.filter.sort(JobModel::Number, Qt::DescendingOrder);
        QCOMPARE(jobs.names(), QStringList({QStringLiteral("job100"), QStringLiteral("job10"), QStringLiteral("job9"),
                                            QStringLiteral("job2")}));
    }
    void theFilterFollowsChanges() {
        Jobs jobs;
        auto row = jobs.add(1, "one");
        jobs.add(2, "two", JobState::Running);
        jobs.say("state:running");
        QCOMPARE(jobs.names(), QStringList{QStringLiteral("two")});
        row.state = JobState::Running;
        row.seq = 5;
        jobs.table.put(row);
        QCOMPARE(jobs.filter.rowCount(), 2);
        jobs.say("owner:me");
        QCOMPARE(jobs.names(), QStringList{QStringLiteral("one")});
    }
    void statesAreShownByWordAndIcon() {
        Jobs jobs;
        jobs.add(1, "one", JobState::Failed);
        const auto look = jobs.model.index(0, JobModel::State).data(CellDelegate::kLookRole).value<StateLook>();
        QCOMPARE(look.glyph, Glyph::Bad);
        QCOMPARE(look.word, QStringLiteral("Failed"));
    }
    void durationsNeverGoNegative() {
        JobSummary row;
        row.startedAt = {2'000'000};
        QCOMPARE(durationOf(row, {1'000'000}).value, std::int64_t{0});
        row.endedAt = {62'000'000};
        QCOMPARE(durationOf(row, {1'000'000}).value, std::int64_t{60});
    }
    void chosenRowsAreCopiedAsTabSeparatedText() {
        Jobs jobs;
        jobs.add(7, "copied");
        DataTable table;
        table.setModel(&jobs.filter);
        table.resize(800, 300);
        table.show();
        table.selectRow(0);
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("#7\tcopied\tQueued\t")));
    }
    void returnOpensTheRow() {
        Jobs jobs;
        jobs.add(1, "one");
        DataTable table;
        table.setModel(&jobs.filter);
        table.show();
        table.setCurrentIndex(jobs.filter.index(0, 0));
        QSignalSpy opened(&table, &DataTable::opened);
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
    }
    void hiddenColumnsStayHiddenInTheNextRun() {
        Jobs jobs;
        QByteArray state;
        {
            DataTable table;
            table.setModel(&jobs.filter);
            table.setColumnHidden(JobModel::Node, true);
            state = table.columnState();
        }
        DataTable table;
        table.setModel(&jobs.filter);
        table.restoreColumns(state);
        QVERIFY(table.isColumnHidden(JobModel::Node));
    }
};

std::unique_ptr<QObject> makeJobModelTest() {
    return std::make_unique<JobModelTest>();
}

}  // namespace ph::test

#include "job_model_test.moc"
