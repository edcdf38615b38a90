// What a task may try to get out of its sandbox or over its limits.
#include "engine/contract_fixture.h"

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ph::test {
namespace {

using namespace std::chrono_literals;

constexpr const char* kMarker = "marker-of-the-outside";

/// A socket of the host's that has a name and no file.
class AbstractListener {
public:
    AbstractListener() : m_name("pilothouse-test-" + std::to_string(::getpid())) {
        m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path + 1, m_name.data(), m_name.size());
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + m_name.size());
        EXPECT_EQ(::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), length), 0);
        EXPECT_EQ(::listen(m_socket, 5), 0);
    }
    ~AbstractListener() { ::close(m_socket); }
    const std::string& name() const { return m_name; }

private:
    std::string m_name;
    int m_socket = -1;
};

/// Memory that everybody of the host may attach.
class SharedSegment {
public:
    SharedSegment() : m_key(static_cast<key_t>(0x50480000 | (::getpid() & 0xffff))) {
        m_id = ::shmget(m_key, 4096, IPC_CREAT | IPC_EXCL | 0666);
        EXPECT_GE(m_id, 0);
    }
    ~SharedSegment() { ::shmctl(m_id, IPC_RMID, nullptr); }
    key_t key() const { return m_key; }

private:
    key_t m_key;
    int m_id = -1;
};

class EscapesTest : public EngineContract {
protected:
    /// The attempts' program as a file of the task.
    LaunchRequest attempts(NetworkPolicy network) {
        std::string marker = kMarker;
        std::reverse(marker.begin(), marker.end());
        auto wish = request({"./attempts", dataFolder(), std::to_string(m_outside.pid()), m_listener.name(),
                             std::to_string(m_segment.key()), marker});
        const char* folder = std::getenv("PH_BIN");
        wish.files = {
            {"attempts", blob(readFile(std::string(folder ? folder : "bin") + "/../tests/ph-escape-attempts")), true}};
        wish.network = network;
        return wish;
    }
    /// The attempts that came through.
    std::vector<std::string> through(NetworkPolicy network) {
        writeFile(dataFolder() + "/keys", "top secret");
        auto neighbour = shell("echo up; sleep 60");
        neighbour.secrets = {{"KEY", kMarker}};
        const auto other = launch(std::move(neighbour));
        waitForLog(other, "up\n");
        const auto id = launch(attempts(network));
        EXPECT_EQ(text(waitForEnd(id, 60s).reason), "completed");
        std::istringstream lines(log(id));
        std::vector<std::string> done;
        int count = 0;
        for (std::string line; std::getline(lines, line); ++count)
            if (!line.ends_with(": refused")) done.push_back(line);
        EXPECT_GT(count, 90) << "not all were tried";
        EXPECT_TRUE(m_outside.running());
        EXPECT_TRUE(on(engine().stop(other, 0ms))) << "the neighbour still answers";
        return done;
    }
    bool networkIsIsolated() {
        const auto can = on(engine().inventory());
        return can && can->capabilities.networkIsolated;
    }

private:
    TemporaryFolder m_folder;
    BackgroundProgram m_outside{{"sleep", "300"}, m_folder.path() + "/out", {{"SECRET", kMarker}}};
    AbstractListener m_listener;
    SharedSegment m_segment;
};

TEST_P(EscapesTest, NoAttemptComesThroughWithoutANetwork) {
    EXPECT_EQ(through(NetworkPolicy::None), std::vector<std::string>());
}

TEST_P(EscapesTest, NoAttemptComesThroughWithOne) {
    auto done = through(NetworkPolicy::Outbound);
    // A task that shares the host's network shares its abstract sockets; the node says so.
    if (!networkIsIsolated()) std::erase(done, "an abstract socket outside: DONE");
    EXPECT_EQ(done, std::vector<std::string>());
}

/// A program that takes more than it was given, in one way.
struct Greed {
    const char* name;
    ReasonCode code;
    std::string program;
};

const std::string kTakeMemory =
    "import mmap, os, time\n"
    "def fill(f):\n"
    "  for i in range(300): f.write(bytes(1 << 20))\n"
    "  f.flush()\n";

const Greed kGreedy[] = {
    {"private memory", ReasonCode::OutOfMemory, "x = bytearray(300 << 20)\n"},
    {"/tmp", ReasonCode::OutOfMemory, "fill(open('/tmp/x', 'wb'))\n"},
    {"a file in memory", ReasonCode::OutOfMemory, "f = open(os.memfd_create('x'), 'wb'); fill(f)\n"},
    {"shared memory", ReasonCode::OutOfMemory,
     "m = mmap.mmap(-1, 300 << 20)\nfor i in range(300): m.write(bytes(1 << 20))\n"},
    {"a segment of shared memory", ReasonCode::OutOfMemory,
     "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\n"
     "n = libc.shmget(0, 300 << 20, 0o1600)\na = libc.shmat(n, None, 0)\nctypes.memset(a, 1, 300 << 20)\n"
     "libc.shmdt(ctypes.c_void_p(a))\n"},
    {"thousands of empty files", ReasonCode::ScratchFull,
     "for i in range(40):\n  os.mkdir(str(i))\n  for j in range(1000): open(f'{i}/{j}', 'w').close()\n"},
    {"a deep folder", ReasonCode::ScratchFull,
     "for i in range(230): os.mkdir('d'); os.chdir('d')\nf = open('x', 'wb'); fill(f)\n"},
};

TEST_P(EscapesTest, WhoTakesMoreThanItWasGivenIsEndedForIt) {
    for (const auto& greed : kGreedy) {
        auto wish = request({"python3", "-c", kTakeMemory + greed.program + "time.sleep(50)\n"});
        wish.memory = greed.code == ReasonCode::OutOfMemory ? mebibytes(128) : mebibytes(512);
        wish.scratch = mebibytes(64);
        EXPECT_EQ(run(std::move(wish)).reason.code, greed.code) << greed.name;
    }
}

TEST_P(EscapesTest, WithoutControlGroupsToo) {
    restartProcess([](ProcessEngineOptions& options) { options.useControlGroups = false; });
    for (const auto& greed : kGreedy) {
        if (greed.code != ReasonCode::OutOfMemory) continue;
        auto wish = request({"python3", "-c", kTakeMemory + greed.program + "time.sleep(50)\n"});
        wish.memory = mebibytes(128);
        EXPECT_EQ(run(std::move(wish)).reason.code, ReasonCode::OutOfMemory) << greed.name;
    }
}

TEST_P(EscapesTest, AHugeFileWithoutContentsIsNoOutput) {
    const auto id = launch(request({"python3", "-c", "f = open('huge', 'wb'); f.truncate(1 << 40)"}));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed") << "a hole takes no room";
    const auto got = on(engine().collect(id, {"huge"}, blobs()));
    ASSERT_TRUE(got);
    EXPECT_TRUE(got->outputs.empty());
    EXPECT_EQ(got->failures.size(), 1u);
}

TEST_P(EscapesTest, ManyOpenFilesAreTheTasksOwnAffair) {
    const auto id = launch(request({"python3", "-c",
                                    "import os\nheld = []\ntry:\n  while True: held.append(os.open('/dev/null', 0))\n"
                                    "except OSError as e: print(e.errno)\n"}));
    EXPECT_EQ(text(waitForEnd(id).reason), "completed");
    EXPECT_EQ(log(id), "24\n") << "EMFILE, its own limit, not ENFILE, everybody's";
}

INSTANTIATE_TEST_SUITE_P(Process, EscapesTest, ::testing::Values("process"));

}  // namespace
}  // namespace ph::test
