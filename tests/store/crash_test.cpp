#include "store/store_fixture.h"
#include "support/begin.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::test {

namespace {

/// Submits from eight coroutines and reports each acknowledged id on the pipe, until it is killed.
[[noreturn]] void submitForever(const SqlDatabase::Options& options, OrgId org, UserId user, int pipe,
                                std::uint64_t seed) {
    ManualClock clock;
    SeededRandom random(seed);
    LogicThread logic;
    auto database = SqlDatabase::open(options, clock);
    if (!database) ::_exit(3);
    auto submitter = [&]() -> boost::asio::awaitable<void> {
        while (true) {
            Job job;
            job.spec.command = {"true"};
            job.summary.id = JobId::random(random);
            job.summary.org = org;
            job.summary.owner = user;
            auto work = [job](Transaction& tx) -> Result<> {
                auto mine = job;
                const auto number = tx.jobs().nextNumber(mine.summary.org);
                if (!number) return number.error();
                mine.summary.number = *number;
                AuditRecord record;
                record.actor = "ada";
                record.action = "job.submit";
                record.object = mine.summary.id.str();
                if (auto done = tx.audit().append(record); !done) return done;
                return tx.jobs().insert(mine);
            };
            auto pending = (*database)->write(work);
            const Result<> done = co_await std::move(pending);
            const auto line = job.summary.id.str() + "\n";
            if (!done || ::write(pipe, line.data(), line.size()) < 0) ::_exit(4);
        }
    };
    std::vector<std::future<void>> submitters;
    for (int i = 0; i < 8; ++i) submitters.push_back(begin(logic.io(), submitter()));
    for (auto& one : submitters) one.get();
    ::_exit(5);
}

class CrashTest : public StoreTest {};

TEST_F(CrashTest, KillingTheWriterLosesNothingThatWasAcknowledgedAndGivesNoNumberTwice) {
    std::vector<JobId> acknowledged;
    for (std::uint64_t round = 1; round <= 5; ++round) {
        database.reset();
        int ends[2];
        ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        const auto given = options();
        const pid_t child = ::fork();
        if (child == 0) submitForever(given, org, user, ends[1], round);
        ::close(ends[1]);
        // 1. Kill it at another place of its work each time.
        std::string text;
        std::array<char, 4096> chunk{};
        const std::size_t enough = 15 * (100 + 37 * round);
        bool killed = false;
        for (ssize_t got = 0; (got = ::read(ends[0], chunk.data(), chunk.size())) > 0;) {
            text.append(chunk.data(), static_cast<std::size_t>(got));
            if (text.size() >= enough && !std::exchange(killed, true)) ::kill(child, SIGKILL);
        }
        ::close(ends[0]);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "exit " << WEXITSTATUS(status);
        for (std::size_t at = 0; at + 15 <= text.size(); at += 15)
            acknowledged.push_back(*JobId::parse(text.substr(at, 14)));

        // 2. Everything that it said was kept is there.
        open();
        const auto all = seen([](Transaction& tx) { return tx.jobs().list(OrgScope::everything(), {}, 0, 1'000'000); });
        std::set<JobId> ids;
        std::set<std::int64_t> numbers, seqs;
        for (const auto& job : all) {
            ids.insert(job.id);
            numbers.insert(job.number);
            seqs.insert(job.seq);
        }
        for (const auto& id : acknowledged) EXPECT_TRUE(ids.contains(id)) << id.view();
        EXPECT_EQ(numbers.size(), all.size());
        EXPECT_EQ(seqs.size(), all.size());

        // 3. And it hangs together: an event and a record for each job.
        EXPECT_EQ(events().size(), all.size());
        const auto chain = seen([](Transaction& tx) { return tx.audit().verify(0, ""); });
        EXPECT_EQ(chain.records, static_cast<std::int64_t>(all.size()));
        EXPECT_FALSE(chain.brokenAt);
    }
    EXPECT_GE(acknowledged.size(), 500u);
}

}  // namespace

}  // namespace ph::test
