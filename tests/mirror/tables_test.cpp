#include "mirror/mirror.h"
#include "reflect/codec.h"
#include "support/seeded_random.h"

#include <QTest>

namespace ph::test {

namespace {

JobSummary row(JobId id, std::int64_t seq, JobState state = JobState::Queued) {
    JobSummary job;
    job.id = id;
    job.name = "job";
    job.state = state;
    job.seq = seq;
    return job;
}

/// What a table told, in order: "+0" before and "=0" after an insertion, "-0" "_0" around a removal, "*0" for a change;
/// "+0..2" for more than one row.
class Witness : public QObject {
    Q_OBJECT
public:
    explicit Witness(mirror::Table& table) {
        const auto hear = [&](auto signal, QChar mark) {
            connect(&table, signal, this, [this, mark](int first, int last) {
                m_told << mark + QString::number(first) +
                              (last > first ? QStringLiteral("..") + QString::number(last) : QString());
            });
        };
        hear(&mirror::Table::aboutToInsert, u'+');
        hear(&mirror::Table::inserted, u'=');
        hear(&mirror::Table::aboutToRemove, u'-');
        hear(&mirror::Table::removed, u'_');
        hear(&mirror::Table::changed, u'*');
        connect(&table, &mirror::Table::aboutToReset, this, [this] { m_told << QStringLiteral("0"); });
        connect(&table, &mirror::Table::reset, this, [this] { m_told << QStringLiteral("00"); });
    }
    QString take() { return std::exchange(m_told, {}).join(u' '); }

private:
    QStringList m_told;
};

}  // namespace

class TablesTest : public QObject {
    Q_OBJECT

    SeededRandom m_random;
    JobId id() { return JobId::random(m_random); }

    static api::EventFrame frame(std::int64_t from, std::int64_t to, std::vector<api::EventRow> events = {}) {
        return {positionText({1, from}), positionText({1, to}), false, std::move(events)};
    }
    static api::EventRow changed(const JobSummary& job) {
        return {job.seq, {}, EventKind::JobChanged, job.id.str(), reflect::encode(job)};
    }
    static api::EventRow removed(JobId job, std::int64_t seq) {
        return {seq, {}, EventKind::JobRemoved, job.str(), nullptr};
    }

private Q_SLOTS:
    void changesAreToldAroundThem() {
        mirror::JobTable jobs;
        Witness witness(jobs);
        const auto first = id(), second = id();
        jobs.put(row(first, 1));
        jobs.put(row(second, 2));
        QCOMPARE(witness.take(), QStringLiteral("+0 =0 +1 =1"));
        jobs.put(row(first, 3, JobState::Running));
        QCOMPARE(witness.take(), QStringLiteral("*0"));
        jobs.remove(first, 4);
        QCOMPARE(witness.take(), QStringLiteral("-0 _0"));
        QCOMPARE(jobs.at(0).id, second);
        QCOMPARE(jobs.indexOf(second), 0);
        QCOMPARE(jobs.find(first), nullptr);
        jobs.clear();
        QCOMPARE(witness.take(), QStringLiteral("0 00"));
    }
    void onlyWhatIsNewerCounts() {
        mirror::JobTable jobs;
        Witness witness(jobs);
        const auto job = id();
        jobs.put(row(job, 5, JobState::Running));
        witness.take();
        jobs.put(row(job, 5, JobState::Queued));
        jobs.put(row(job, 4, JobState::Queued));
        jobs.remove(job, 3);
        QCOMPARE(witness.take(), QString());
        QCOMPARE(jobs.at(0).state, JobState::Running);
    }
    void aRemovedRowDoesNotComeBackWithAnOlderList() {
        mirror::JobTable jobs;
        const auto job = id();
        jobs.beginList();
        jobs.remove(job, 9);
        jobs.putListed({row(job, 7)});
        QCOMPARE(jobs.count(), 0);
        jobs.put(row(job, 10));
        QCOMPARE(jobs.count(), 1);
    }
    void aListDropsWhatItLacksButNotWhatCameSince() {
        mirror::JobTable jobs;
        const auto kept = id(), gone = id(), fresh = id();
        jobs.put(row(kept, 1));
        jobs.put(row(gone, 2));
        jobs.beginList();
        jobs.putListed({row(kept, 1)});
        jobs.put(row(fresh, 12));
        jobs.endList(10);
        QCOMPARE(jobs.count(), 2);
        QVERIFY(jobs.find(kept));
        QVERIFY(jobs.find(fresh));
    }
    void listsAndEventsInAnyOrderGiveTheSameRows() {
        // Five versions of one job and its neighbours, delivered in every rotation.
        const auto job = id(), other = id();
        for (int shift = 0; shift < 5; ++shift) {
            mirror::JobTable jobs;
            for (int i = 0; i < 5; ++i) {
                const int seq = (i + shift) % 5 + 1;
                jobs.put(row(job, seq, seq == 5 ? JobState::Succeeded : JobState::Running));
                jobs.put(row(other, seq));
            }
            QCOMPARE(jobs.count(), 2);
            QCOMPARE(jobs.find(job)->state, JobState::Succeeded);
        }
    }
    void theMirrorIsLiveWhenBothListsAreComplete() {
        client::Connection connection(client::ServerProfile{QUrl(QStringLiteral("https://127.0.0.1:1")), {}, {}});
        mirror::Mirror mirror(connection);
        QCOMPARE(mirror.freshness(), mirror::Freshness::Loading);
        mirror.take(api::JobList{{row(id(), 1)}, "next", positionText({1, 5})});
        mirror.take(api::NodeList{{}, positionText({1, 5})});
        QCOMPARE(mirror.freshness(), mirror::Freshness::Loading);
        mirror.take(api::JobList{{row(id(), 2)}, "", positionText({1, 6})});
        QCOMPARE(mirror.freshness(), mirror::Freshness::Live);
        QCOMPARE(mirror.jobs().count(), 2);
        connection.report({client::Link::Reconnecting, QDateTime::currentDateTime(), {}});
        QCOMPARE(mirror.freshness(), mirror::Freshness::Stale);
        QVERIFY(mirror.staleSince().isValid());
        connection.report({client::Link::Connected, {}, {}});
        QCOMPARE(mirror.freshness(), mirror::Freshness::Live);
    }
    void framesChangeAndRemoveRows() {
        client::Connection connection(client::ServerProfile{QUrl(QStringLiteral("https://127.0.0.1:1")), {}, {}});
        mirror::Mirror mirror(connection);
        const auto job = id();
        mirror.apply(frame(0, 3, {changed(row(job, 3))}));
        QCOMPARE(mirror.jobs().count(), 1);
        mirror.apply(frame(3, 9, {changed(row(job, 8, JobState::Failed)), removed(id(), 9)}));
        QCOMPARE(mirror.jobs().at(0).state, JobState::Failed);
        mirror.apply(frame(9, 10, {removed(job, 10)}));
        QCOMPARE(mirror.jobs().count(), 0);
    }
    void rowsOfOnePageOrFrameAreToldAtOnce() {
        mirror::JobTable jobs;
        Witness witness(jobs);
        std::vector<JobSummary> rows;
        for (int i = 0; i < 40; ++i) rows.push_back(row(id(), i + 1));
        jobs.putListed(rows);
        QCOMPARE(witness.take(), QStringLiteral("+0..39 =0..39"));
        jobs.putListed(rows);
        QCOMPARE(witness.take(), QString());
        std::vector<JobSummary> changed{rows[3], rows[4], rows[9]};
        for (auto& one : changed) one.seq += 100;
        changed.push_back(row(id(), 200));
        jobs.put(changed);
        QCOMPARE(witness.take(), QStringLiteral("*3..4 *9 +40 =40"));
        jobs.remove({{rows[9].id, 300}, {rows[2].id, 300}, {rows[1].id, 300}, {id(), 300}});
        QCOMPARE(witness.take(), QStringLiteral("-9 _9 -1..2 _1..2"));
    }
    void changesAllOverTheTableAreToldAsOne() {
        mirror::JobTable jobs;
        std::vector<JobSummary> rows;
        for (int i = 0; i < 400; ++i) rows.push_back(row(id(), i + 1));
        jobs.put(rows);
        Witness witness(jobs);
        std::vector<JobSummary> changed;
        for (std::size_t i = 5; i < rows.size(); i += 10) changed.push_back(rows[i]), changed.back().seq += 1000;
        jobs.put(changed);
        QCOMPARE(witness.take(), QStringLiteral("*5..395"));
        for (const auto& one : changed) QCOMPARE(jobs.find(one.id)->seq, one.seq);
    }
    void ofOneRowTwiceInAFrameTheNewerCounts() {
        mirror::JobTable jobs;
        const auto job = id();
        jobs.put({row(job, 7, JobState::Running), row(job, 9, JobState::Failed), row(job, 8, JobState::Stopping)});
        QCOMPARE(jobs.count(), 1);
        QCOMPARE(jobs.at(0).state, JobState::Failed);
    }
    void aRowThatCannotBeReadIsLeftOut() {
        client::Connection connection(client::ServerProfile{QUrl(QStringLiteral("https://127.0.0.1:1")), {}, {}});
        mirror::Mirror mirror(connection);
        mirror.apply(frame(0, 1, {{1, {}, EventKind::JobChanged, id().str(), "no row"}}));
        QCOMPARE(mirror.jobs().count(), 0);
    }
    void thirtyThousandRowsAreHeld() {
        mirror::JobTable jobs;
        for (int i = 0; i < 30'000; ++i) jobs.put(row(id(), i + 1));
        QCOMPARE(jobs.count(), 30'000);
        QCOMPARE(jobs.indexOf(jobs.at(29'999).id), 29'999);
    }
};

}  // namespace ph::test

QTEST_GUILESS_MAIN(ph::test::TablesTest)

#include "tables_test.moc"
