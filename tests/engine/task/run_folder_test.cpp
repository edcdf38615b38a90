#include "engine/task/run_folder.h"

#include "domain/jobs/job.h"
#include "support/program.h"
#include "support/seeded_random.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;

namespace {

class RunFolders : public ::testing::Test {
protected:
    RunFolders() : m_random(7) {}

    std::string path() const { return m_folder.path() + "/run"; }
    void write(const std::string& name, const std::string& text) { test::writeFile(path() + "/" + name, text); }
    RunClaim someClaim() {
        RunClaim claim;
        claim.id = TaskRunId::random(m_random);
        claim.job = JobId::random(m_random);
        claim.org = OrgId::random(m_random);
        claim.attempt = 3;
        claim.rank = 2;
        claim.bootId = "boot";
        claim.claimedAt = {1'800'000'000'000'001};
        claim.command = "train \"quoted\" 模型\n";
        claim.timeLimit = {3600};
        claim.memory = gibibytes(64);
        claim.scratch = mebibytes(5);
        claim.uid = 200'007;
        claim.groups = {false, "/m/1", "/c/1", "/a/1", "/p/1"};
        return claim;
    }
    /// Every name that the folder has.
    std::vector<std::string> names() const {
        std::vector<std::string> list;
        for (const auto& entry : fs::directory_iterator(path())) list.push_back(entry.path().filename().string());
        std::sort(list.begin(), list.end());
        return list;
    }

private:
    test::TemporaryFolder m_folder;
    test::SeededRandom m_random;

protected:
    RunFolder folder{path()};
};

}  // namespace

TEST_F(RunFolders, KeepTheClaimAsItWas) {
    const RunClaim claim = someClaim();
    const auto claimed = folder.claim(claim);
    ASSERT_TRUE(claimed) << claimed.error().detail;
    EXPECT_TRUE(*claimed);
    const auto read = RunFolder(path()).readClaim();
    ASSERT_TRUE(read);
    EXPECT_EQ(read->id, claim.id);
    EXPECT_EQ(read->job, claim.job);
    EXPECT_EQ(read->org, claim.org);
    EXPECT_EQ(read->attempt, 3);
    EXPECT_EQ(read->rank, 2);
    EXPECT_EQ(read->bootId, "boot");
    EXPECT_EQ(read->claimedAt, claim.claimedAt);
    EXPECT_EQ(read->command, claim.command);
    EXPECT_EQ(read->timeLimit, claim.timeLimit);
    EXPECT_EQ(read->memory, claim.memory);
    EXPECT_EQ(read->scratch, claim.scratch);
    EXPECT_EQ(read->uid, 200'007);
    EXPECT_EQ(read->groups.folders(), claim.groups.folders());
}

TEST_F(RunFolders, AreClaimedOnceWhateverIsInThem) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    const std::string before = readFile(path() + "/claim.json");
    const auto again = folder.claim(someClaim());
    ASSERT_TRUE(again);
    EXPECT_FALSE(*again);
    EXPECT_EQ(readFile(path() + "/claim.json"), before);
    // Even a folder without a claim may have had one that ran.
    fs::remove(path() + "/claim.json");
    EXPECT_FALSE(*folder.claim(someClaim()));
    EXPECT_FALSE(folder.readClaim());
}

TEST_F(RunFolders, AreOursAlone) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    struct stat about {};
    ASSERT_EQ(::stat(path().c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0700u);
    ASSERT_EQ(::stat((path() + "/claim.json").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
}

TEST_F(RunFolders, ThatCannotBeMadeAreAnErrorAndNoClaim) {
    const RunFolder nowhere("/no/such/place/run");
    const auto claimed = nowhere.claim(someClaim());
    ASSERT_FALSE(claimed);
    EXPECT_NE(claimed.error().detail.find("No such file"), std::string::npos) << claimed.error().detail;
    EXPECT_FALSE(nowhere.readClaim());
    EXPECT_FALSE(nowhere.alive());
}

TEST_F(RunFolders, WhoseClaimDoesNotFitOnTheDiskMayBeClaimedLater) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    const auto failed = folder.claim(someClaim());
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(failed);
    // Nothing has run, so trying again must not find a claim that looks as if something had.
    EXPECT_FALSE(fs::exists(path()));
    const auto later = folder.claim(someClaim());
    ASSERT_TRUE(later);
    EXPECT_TRUE(*later);
}

TEST_F(RunFolders, HaveNoClaimIfItIsBrokenOrHalfWritten) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    const std::string whole = readFile(path() + "/claim.json");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        write("claim.json", whole.substr(0, size));
        ASSERT_FALSE(folder.readClaim()) << whole.substr(0, size);
    }
    const std::string bad[] = {"null",
                               "[]",
                               "42",
                               "{}x",
                               std::string(100'000, '['),
                               "{\"id\":\"not an id\"}",
                               "{\"id\":17}",
                               std::string("\0\0\0", 3),
                               "\xff\xfe"};
    for (const auto& text : bad) {
        write("claim.json", text);
        EXPECT_FALSE(folder.readClaim()) << text.substr(0, 30);
    }
    write("claim.json", whole);
    EXPECT_TRUE(folder.readClaim());
}

TEST_F(RunFolders, KeepWhyNothingRan) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    EXPECT_FALSE(folder.readFailure());
    const Reason reason{ReasonCode::MissingFile, {{"path", "data/模型 \"a\".bin"}}};
    ASSERT_TRUE(folder.writeFailure(reason));
    ASSERT_TRUE(folder.readFailure());
    EXPECT_EQ(folder.readFailure()->code, ReasonCode::MissingFile);
    EXPECT_EQ(folder.readFailure()->arguments, reason.arguments);
    ASSERT_TRUE(folder.writeFailure({ReasonCode::LaunchFailed, {}}));
    EXPECT_EQ(folder.readFailure()->code, ReasonCode::LaunchFailed);
    EXPECT_EQ(names(), (std::vector<std::string>{"claim.json", "failure.json"}));
}

TEST_F(RunFolders, HaveNoFailureThatIsHalfWritten) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    write("failure.part", "{\"code\":\"mis");
    EXPECT_FALSE(folder.readFailure());
    write("failure.json", "{\"code\":\"mis");
    EXPECT_FALSE(folder.readFailure());
    fs::remove_all(path());
    EXPECT_FALSE(folder.writeFailure({ReasonCode::LaunchFailed, {}}));
}

TEST_F(RunFolders, ReadTheRecordAsFarAsItGot) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    EXPECT_FALSE(folder.readRecord().ended());
    shim::ExitRecord end;
    end.kind = shim::EndKind::Exited;
    end.code = 3;
    end.endedMicros = 20;
    const std::string text = shim::startedLine(10) + shim::endedLine(end);
    write("exit", text.substr(0, text.size() - 1));
    EXPECT_EQ(folder.readRecord().startedMicros, 10);
    EXPECT_FALSE(folder.readRecord().ended()) << "its last line is torn";
    write("exit", text);
    EXPECT_TRUE(folder.readRecord().ended());
    EXPECT_EQ(folder.readRecord().code, 3);
}

TEST_F(RunFolders, ReadProcessNumbersAsFarAsTheyWereWritten) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    EXPECT_EQ(folder.readProcesses().launcher, 0);
    write("process", "launcher 41\n");
    EXPECT_EQ(folder.readProcesses().launcher, 41);
    EXPECT_EQ(folder.readProcesses().shim, 0);
    write("process", "launcher 41\n{\n    \"child-pid\": 42,\n    \"net-namespace\": 4026531840\n}\n");
    EXPECT_EQ(folder.readProcesses().launcher, 41);
    EXPECT_EQ(folder.readProcesses().shim, 42);
    for (const char* text : {"launcher", "launcher \n", "launcher x\n{\"child-pid\": ", "\xff\xff", "{}"}) {
        write("process", text);
        EXPECT_EQ(folder.readProcesses().launcher, 0) << text;
        EXPECT_EQ(folder.readProcesses().shim, 0) << text;
    }
}

TEST_F(RunFolders, AreAliveWhileSomebodyHoldsTheRecord) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    EXPECT_FALSE(folder.alive()) << "there is no record";
    FileDescriptor record = openFile(folder.record(), O_RDWR | O_CREAT);
    EXPECT_FALSE(folder.alive());
    ASSERT_EQ(::flock(record.get(), LOCK_EX), 0);
    EXPECT_TRUE(folder.alive());
    EXPECT_TRUE(folder.alive()) << "looking takes nothing away";
    // As a task does that outlives whoever opened it.
    FileDescriptor copy(::fcntl(record.get(), F_DUPFD_CLOEXEC, 0));
    record.reset();
    EXPECT_TRUE(folder.alive());
    copy.reset();
    EXPECT_FALSE(folder.alive());
}

TEST_F(RunFolders, AreReachedThroughTheirSocket) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    const auto early = folder.connect();
    ASSERT_FALSE(early);
    EXPECT_EQ(early.error().id, kUnavailable);
    auto listening = folder.listen();
    ASSERT_TRUE(listening) << listening.error().detail;
    struct stat about {};
    ASSERT_EQ(::stat((path() + "/shim.sock").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
    const auto connected = folder.connect();
    ASSERT_TRUE(connected) << connected.error().detail;
    EXPECT_TRUE(::fcntl(connected->get(), F_GETFL) & O_NONBLOCK);
    const FileDescriptor accepted(::accept4(listening->get(), nullptr, nullptr, SOCK_CLOEXEC));
    ASSERT_TRUE(accepted);
    ASSERT_TRUE(writeAll(accepted.get(), "hi"));
    char text[3] = {};
    EXPECT_EQ(::read(connected->get(), text, 2), 2);
    EXPECT_STREQ(text, "hi");
    EXPECT_FALSE(folder.listen()) << "one listens already";
}

TEST_F(RunFolders, WhoseShimIsGoneOrBusyAreUnavailable) {
    ASSERT_TRUE(*folder.claim(someClaim()));
    auto listening = folder.listen();
    ASSERT_TRUE(listening);
    std::vector<FileDescriptor> waiting;
    Result<FileDescriptor> last = folder.connect();
    while (last && waiting.size() < 1000) {
        waiting.push_back(std::move(*last));
        last = folder.connect();
    }
    ASSERT_FALSE(last) << "nobody accepts, and that does not block";
    EXPECT_EQ(last.error().id, kUnavailable);
    waiting.clear();
    listening->reset();
    EXPECT_EQ(folder.connect().error().id, kUnavailable);
    fs::remove_all(path());
    EXPECT_EQ(folder.connect().error().id, kUnavailable);
    EXPECT_FALSE(folder.listen());
}

TEST_F(RunFolders, MayHavePathsLongerThanASocketsAddress) {
    const std::string parent = path() + "/" + std::string(120, 'a') + "/" + std::string(120, 'b');
    fs::create_directories(parent);
    const RunFolder deep(parent + "/run");
    ASSERT_TRUE(*deep.claim(someClaim()));
    const auto listening = deep.listen();
    ASSERT_TRUE(listening) << listening.error().detail;
    EXPECT_TRUE(deep.connect());
    EXPECT_TRUE(fs::is_socket(deep.path() + "/shim.sock"));
}

}  // namespace ph::engine
