#include "engine/spawner.h"

#include "support/program.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

namespace ph::engine {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::seconds kEnough{30};

ProgramEnd shell(const std::string& script, std::chrono::milliseconds deadline = kEnough) {
    return runShortly({"/bin/sh", "-c", script}, deadline);
}

int exitCode(int pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Pipe {
    Pipe() {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        reading.reset(ends[0]);
        writing.reset(ends[1]);
    }
    FileDescriptor reading, writing;
};

std::string drain(int fd) {
    std::string text;
    char part[4096];
    for (ssize_t n; (n = ::read(fd, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(n));
    return text;
}

/// One that nobody has reaped counts as gone.
bool isRunning(int pid) {
    const std::string state = test::readFile("/proc/" + std::to_string(pid) + "/stat");
    return !state.empty() && state.find(") Z ") == std::string::npos;
}

}  // namespace

TEST(Spawning, GivesAnEnvironmentOfItsOwn) {
    ::setenv("PH_SECRET_OF_THE_CONTROLLER", "x", 1);
    EXPECT_EQ(runShortly({"/usr/bin/env"}, kEnough).output, "PATH=/usr/sbin:/usr/bin:/sbin:/bin\n");
    ::unsetenv("PH_SECRET_OF_THE_CONTROLLER");
}

TEST(Spawning, StaysInTheWorkingDirectory) {
    EXPECT_EQ(shell("pwd -P").output, std::filesystem::canonical(std::filesystem::current_path()).string() + "\n");
}

TEST(Spawning, GivesASessionOfItsOwnAndNoInput) {
    EXPECT_EQ(
        shell("read -r pid name state parent group session rest < /proc/$$/stat; [ $session = $$ ] && echo own").output,
        "own\n");
    EXPECT_EQ(shell("cat; echo end").output, "end\n");
}

TEST(Spawning, ClosesAllButWhatIsPassed) {
    // As a careless library leaves them: inherited by whatever is started.
    std::vector<FileDescriptor> careless;
    for (int i = 0; i < 8; ++i) careless.emplace_back(::fcntl(STDERR_FILENO, F_DUPFD, 3));
    careless.emplace_back(::fcntl(STDERR_FILENO, F_DUPFD, 90));
    const std::string look =
        "for n in 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 64 65 66 67 90 91; do "
        "[ -e /proc/$$/fd/$n ] && echo $n; done; true";
    EXPECT_EQ(shell(look).output, "");
    Pipe output;
    const auto pid = spawn({"/bin/sh", "-c", look}, -1, {{output.writing.get(), 1}, {output.reading.get(), 20}});
    ASSERT_TRUE(pid) << pid.error().detail;
    output.writing.reset();
    EXPECT_EQ(drain(output.reading.get()), "20\n");
    EXPECT_EQ(exitCode(*pid), 0);
}

TEST(Spawning, PutsDescriptorsInTheirPlacesEvenCrosswise) {
    Pipe one, two, output;
    ASSERT_TRUE(writeAll(one.writing.get(), "one") && writeAll(two.writing.get(), "two"));
    one.writing.reset();
    two.writing.reset();
    const int a = one.reading.get(), b = two.reading.get();
    const std::string script = "cat /proc/$$/fd/" + std::to_string(a) + " /proc/$$/fd/" + std::to_string(b);
    const auto pid = spawn({"/bin/sh", "-c", script}, -1, {{a, b}, {b, a}, {output.writing.get(), 1}});
    ASSERT_TRUE(pid);
    output.writing.reset();
    EXPECT_EQ(drain(output.reading.get()), "twoone");
    EXPECT_EQ(exitCode(*pid), 0);
}

TEST(Spawning, SendsErrorsToAFile) {
    test::TemporaryFolder folder;
    const FileDescriptor file = openFile(folder.path() + "/err", O_WRONLY | O_CREAT | O_APPEND);
    const auto pid = spawn({"/bin/sh", "-c", "echo lost; echo kept >&2; exit 3"}, file.get(), {});
    ASSERT_TRUE(pid);
    EXPECT_EQ(exitCode(*pid), 3);
    EXPECT_EQ(test::readFile(folder.path() + "/err"), "kept\n");
}

TEST(Spawning, GivesSignalsTheirDefaults) {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    sigset_t all, mask;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &mask);
    const ProgramEnd end = shell("kill -PIPE $$; echo survived");
    ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    std::signal(SIGPIPE, before);
    EXPECT_EQ(end.output, "");
}

TEST(Spawning, SaysWhyAProgramDoesNotStart) {
    test::TemporaryFolder folder;
    test::writeFile(folder.path() + "/plain", "text");
    const auto missing = spawn({folder.path() + "/no-such-program"}, -1, {});
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().detail.find("no-such-program: No such file"), std::string::npos)
        << missing.error().detail;
    const auto forbidden = spawn({folder.path() + "/plain"}, -1, {});
    ASSERT_FALSE(forbidden);
    EXPECT_NE(forbidden.error().detail.find("Permission denied"), std::string::npos);
}

TEST(Spawning, OfAProgramWithoutADescriptorThatItNeedsIsAnError) {
    const FileDescriptor gone = openFile("/dev/null", O_RDONLY);
    const int number = gone.get() + 1;
    ASSERT_LT(::fcntl(number, F_GETFD), 0);
    const auto started = spawn({"/bin/true"}, -1, {{number, 3}});
    if (started) exitCode(*started);
    EXPECT_FALSE(started);
    const auto mute = spawn({"/bin/true"}, number, {});
    if (mute) exitCode(*mute);
    EXPECT_FALSE(mute);
}

TEST(RunningShortly, TellsTheCodeAndBothOutputs) {
    const ProgramEnd end = shell("echo out; echo err >&2; exit 4");
    EXPECT_EQ(end.code, 4);
    EXPECT_EQ(end.output, "out\nerr\n");
    EXPECT_EQ(runShortly({"/bin/true"}, kEnough).code, 0);
    EXPECT_EQ(shell("kill -KILL $$").code, -1);
    const ProgramEnd missing = runShortly({"/no/such"}, kEnough);
    EXPECT_EQ(missing.code, -1);
    EXPECT_NE(missing.output.find("/no/such"), std::string::npos);
}

TEST(RunningShortly, KeepsTheBeginningOfALongOutput) {
    const ProgramEnd end = shell("head -c 3000000 /dev/zero | tr '\\0' x; echo end");
    EXPECT_EQ(end.code, 0) << "it is not held up";
    EXPECT_EQ(end.output, std::string(65536, 'x'));
}

TEST(RunningShortly, EndsWhatTakesTooLong) {
    const ProgramEnd end = shell("echo begun; exec sleep 60", 200ms);
    EXPECT_EQ(end.code, -1);
    EXPECT_EQ(end.output, "begun\n");
}

TEST(RunningShortly, EndsWhatTakesTooLongWithoutOutputToo) {
    // Had it been waited for, it would have a code.
    EXPECT_EQ(shell("exec >&- 2>&-; exec sleep 20", 200ms).code, -1);
}

TEST(RunningShortly, EndsWhatTalksWithoutPause) {
    const ProgramEnd end = runShortly({"/usr/bin/yes"}, 200ms);
    EXPECT_EQ(end.code, -1);
    EXPECT_EQ(end.output.size(), 65536u);
}

TEST(RunningShortly, DoesNotWaitForWhatAProgramLeavesBehind) {
    const ProgramEnd end = shell("sleep 20 & echo $!", 10s);
    EXPECT_EQ(end.code, 0);
    const int left = std::atoi(end.output.c_str());
    ASSERT_GT(left, 0);
    ::kill(left, SIGKILL);
}

TEST(RunningShortly, AtTheDeadlineEndsTheProgramsOfTheProgram) {
    const ProgramEnd end = shell("sleep 61 & echo $!; sleep 62", 300ms);
    const int child = std::atoi(end.output.c_str());
    ASSERT_GT(child, 0);
    EXPECT_EQ(end.code, -1);
    EXPECT_TRUE(test::eventually([&] { return !isRunning(child); }, 5s));
    ::kill(child, SIGKILL);
}

TEST(AnonymousFiles, HoldTheirBytesAndCannotBeChanged) {
    const std::string bytes = std::string("secret\0plan", 11);
    const auto file = anonymousFile(bytes);
    ASSERT_TRUE(file);
    EXPECT_EQ(::fcntl(file->get(), F_GETFD), FD_CLOEXEC);
    std::string text(100, '\0');
    EXPECT_EQ(::pread(file->get(), text.data(), text.size(), 0), 11);
    EXPECT_EQ(text.substr(0, 11), bytes);
    EXPECT_LT(::pwrite(file->get(), "x", 1, 0), 0);
    EXPECT_LT(::ftruncate(file->get(), 0), 0);
    EXPECT_TRUE(anonymousFile(""));
}

}  // namespace ph::engine
