#include "ui/jobs/job_filter.h"
#include "ui/site.h"
#include "ui/told.h"
#include "ui/ui_tests.h"
#include "ui/widgets/data_table.h"

#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

constexpr int kRows = 30'000;
constexpr int kPage = 500;
constexpr int kBurst = 2'000;
/// What one page or one frame may be told as, however many rows are in it.
constexpr int kSignalsAPage = 3;
constexpr int kSignalsAFrame = 4;

/// The console's table of 30,000 jobs, sorted by a column in which neighbours are far apart in the mirror.
struct Large : Site {
    JobModel model{mirror.jobs()};
    JobFilter filter{model};
    DataTable view;

    Large() {
        view.setModel(&filter);
        view.sortByColumn(JobModel::Name, Qt::AscendingOrder);
        view.resize(1000, 600);
        view.show();
    }
    JobSummary row(int i) {
        return job(random, i, "job " + std::to_string(i * 7919 % kRows), static_cast<JobState>(i % 8));
    }
    /// In pages, as Mirror fetches them.
    void fill() {
        connection.report({client::Link::Connected, {}, {}});
        mirror.take(api::NodeList{{}, "1.1"});
        for (int from = 0; from < kRows; from += kPage) {
            api::JobList page;
            page.position = "1.100000";
            for (int i = from; i < from + kPage; ++i) page.items.push_back(row(i));
            if (from + kPage < kRows) page.next = "more";
            mirror.take(page);
        }
        seq = 200'000;
    }
    /// Jobs all over the table change their state, in two frames.
    void burst(JobState state) {
        for (int part = 0; part < 2; ++part) {
            api::EventFrame frame;
            for (int i = 0; i < kBurst / 2; ++i) {
                auto changed = mirror.jobs().at((part * kBurst / 2 + i) * (kRows / kBurst));
                changed.state = state;
                changed.seq = ++seq;
                frame.events.push_back(
                    {changed.seq, {}, EventKind::JobChanged, changed.id.str(), reflect::encode(changed)});
            }
            mirror.apply(frame);
        }
    }
    void say(const char* line) {
        filter.setQuery(
            FilterQuery::parse(QString::fromUtf8(line), jobFilterWords(), jobFilterNumbers(), QStringLiteral("mei")));
    }
    bool inOrder() const {
        for (int i = 1; i < filter.rowCount(); ++i)
            if (filter.job(filter.index(i, 0)).name < filter.job(filter.index(i - 1, 0)).name) return false;
        return true;
    }
};

}  // namespace

class LargeTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSnapshotComesInByPagesNotByRows() {
        Large table;
        Told source(table.model), shown(table.filter);
        table.fill();
        QCOMPARE(table.model.rowCount(), kRows);
        QCOMPARE(table.filter.rowCount(), kRows);
        QVERIFY(table.inOrder());
        QVERIFY2(source.all() <= kRows / kPage, qPrintable(source.text()));
        QVERIFY2(shown.all() <= kSignalsAPage * kRows / kPage, qPrintable(shown.text()));
    }
    void aSnapshotFetchedAgainUnderTheSameRowsTellsNothing() {
        Large table;
        table.fill();
        std::vector<JobSummary> rows;
        for (int i = 0; i < kPage; ++i) rows.push_back(table.mirror.jobs().at(i));
        Told source(table.model), shown(table.filter);
        table.mirror.jobs().putListed(rows);
        QCOMPARE(source.text() + shown.text(), QString());
    }
    void aBurstOfChangesIsToldByFramesNotByRows() {
        Large table;
        table.fill();
        table.say("state:running");
        const int before = table.filter.rowCount();
        Told source(table.model), shown(table.filter);
        table.burst(JobState::Running);
        QVERIFY(table.filter.rowCount() > before + kBurst / 2);
        QVERIFY(table.inOrder());
        QVERIFY2(source.all() <= 2, qPrintable(source.text()));
        QVERIFY2(shown.all() <= 2 * kSignalsAFrame, qPrintable(shown.text()));
        table.burst(JobState::Failed);
        QVERIFY(table.filter.rowCount() < before + kBurst / 2);
        QVERIFY2(shown.all() <= 4 * kSignalsAFrame, qPrintable(shown.text()));
    }
    void typingAFilterIsToldInAHandfulOfSignals() {
        Large table;
        table.fill();
        Told shown(table.filter);
        for (const char* line : {"1", "17", "177", ""}) table.say(line);
        QVERIFY2(shown.all() <= 4 * 3, qPrintable(shown.text()));
        QCOMPARE(table.filter.rowCount(), kRows);
    }
    void chosenRowsStayChosenThroughBurstsPagesAndSorting() {
        Large table;
        table.fill();
        QList<JobId> chosen;
        for (const int row : {10, 11, 12, 20'000}) {
            chosen << table.filter.job(table.filter.index(row, 0)).id;
            table.view.selectionModel()->select(table.filter.index(row, 0),
                                                QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
        table.burst(JobState::Stopping);
        table.view.sortByColumn(JobModel::Number, Qt::DescendingOrder);
        table.mirror.jobs().put(table.row(kRows + 1));
        QList<JobId> found;
        for (const auto& index : table.view.chosenRows()) found << table.filter.job(index).id;
        QCOMPARE(found.size(), chosen.size());
        for (const auto& id : chosen) QVERIFY(found.contains(id));
    }
    void manyRowsThatGoTogetherGoAtOnce() {
        Large table;
        table.fill();
        std::vector<mirror::JobTable::Removal> gone;
        for (int i = 100; i < 1100; ++i) gone.emplace_back(table.mirror.jobs().at(i).id, 300'000);
        Told source(table.model), shown(table.filter);
        table.mirror.jobs().remove(gone);
        QCOMPARE(source.text(), QStringLiteral("-100..1099"));
        QVERIFY2(shown.all() <= 3, qPrintable(shown.text()));
        QCOMPARE(table.filter.rowCount(), kRows - 1000);
    }
};

std::unique_ptr<QObject> makeLargeTableTest() {
    return std::make_unique<LargeTableTest>();
}

}  // namespace ph::test

#include "large_table_test.moc"
