#include "engine/contract_fixture.h"
#include "shim/tar.h"

namespace ph::test {

using namespace std::chrono_literals;

namespace {

/// Entries of a tar stream with their contents.
class Unpacked final : public shim::TarSink {
public:
    explicit Unpacked(const std::string& stream) : m_reader(*this) {
        whole = m_reader.feed(stream) && m_reader.ended();
    }
    bool begin(const shim::TarEntry& entry) override {
        entries.push_back(entry);
        contents.emplace_back();
        return true;
    }
    bool data(std::string_view bytes) override {
        contents.back().append(bytes);
        return true;
    }
    bool end() override { return true; }

    std::vector<shim::TarEntry> entries;
    std::vector<std::string> contents;
    bool whole = false;

private:
    shim::TarReader m_reader;
};

ExecRequest command(std::vector<std::string> words) {
    ExecRequest request;
    request.command = std::move(words);
    return request;
}

std::string packed(const std::string& path, const std::string& content) {
    shim::TarEntry entry;
    entry.path = path;
    entry.size = static_cast<std::int64_t>(content.size());
    return shim::tarHeader(entry) + content + std::string(shim::tarPadding(entry.size), '\0') + shim::tarEnd();
}

}  // namespace

TEST_P(EngineContract, ExecRunsBesideTheTaskWithBothOutputsAndItsExitCode) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    ExecRequest wish;
    wish.command = {"/bin/sh", "-c", "cat; echo $EXTRA >&2; exit 7"};
    wish.environment = {{"EXTRA", "more"}};
    auto channel = on(streams().exec(id, wish));
    ASSERT_TRUE(channel) << channel.error().detail;
    EXPECT_TRUE(on((*channel)->write("typed\n")));
    EXPECT_TRUE(on((*channel)->finishWriting()));
    const Said said = listen(**channel);
    EXPECT_EQ(said.out, "typed\n");
    EXPECT_EQ(said.err, "more\n");
    EXPECT_EQ(said.exitCode, 7);
    on(close(std::move(*channel)));
    EXPECT_EQ(log(id, 0), "up\n");
}

TEST_P(EngineContract, ExecOfNoCommandSaysSo) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    auto channel = on(streams().exec(id, command({"no-such-command"})));
    ASSERT_TRUE(channel);
    EXPECT_EQ(listen(**channel).failure, "command-not-found");
    on(close(std::move(*channel)));
}

TEST_P(EngineContract, ATerminalHasItsSizeAndIsResized) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    ExecRequest wish;
    wish.command = {
        "/bin/sh", "-c",
        "stty size; trap 'stty size; exit 0' WINCH; tty >/dev/null && echo tty; while :; do sleep 0.05; done"};
    wish.terminal = true;
    wish.rows = 30;
    wish.columns = 101;
    auto channel = on(streams().exec(id, wish));
    ASSERT_TRUE(channel);
    std::string out;
    while (out.find("tty\r\n") == std::string::npos) {
        const auto chunk = on((*channel)->read());
        ASSERT_TRUE(chunk);
        ASSERT_EQ(chunk->kind, ChannelChunk::Kind::Output) << out << chunk->failure;
        out += chunk->bytes;
    }
    EXPECT_EQ(out, "30 101\r\ntty\r\n");
    EXPECT_TRUE(on((*channel)->resize(40, 120)));
    const Said said = listen(**channel);
    EXPECT_EQ(said.out, "40 120\r\n");
    EXPECT_EQ(said.exitCode, 0);
    on(close(std::move(*channel)));
}

TEST_P(EngineContract, AnExecThatIsClosedEnds) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    auto channel = on(streams().exec(id, command({"/bin/sh", "-c", "echo on; exec sleep 72.5"})));
    ASSERT_TRUE(channel);
    on((*channel)->read());
    on(close(std::move(*channel)));
    EXPECT_TRUE(eventually([] {
        return runProgram({"ps", "-eo", "args"}).out.find("sleep 72.5") == std::string::npos;
    }));
}

TEST_P(EngineContract, BigInputAndBigOutputArriveWhole) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    auto in = on(streams().exec(id, command({"wc", "-c"})));
    ASSERT_TRUE(in);
    EXPECT_TRUE(on((*in)->write(std::string(5'000'000, 'z'))));
    EXPECT_TRUE(on((*in)->finishWriting()));
    EXPECT_EQ(listen(**in).out, "5000000\n");
    on(close(std::move(*in)));
    auto out = on(streams().exec(id, command({"head", "-c", "5000000", "/dev/zero"})));
    ASSERT_TRUE(out);
    EXPECT_EQ(listen(**out).out, std::string(5'000'000, '\0'));
    on(close(std::move(*out)));
}

TEST_P(EngineContract, APortOfTheTaskIsReached) {
    const std::string server =
        "import socket\n"
        "s = socket.create_server(('127.0.0.1', 8123))\n"
        "print('listening', flush=True)\n"
        "while True:\n"
        "  c, _ = s.accept(); c.sendall(b'you said ' + c.recv(100)); c.close()\n";
    auto wish = request({"python3", "-c", server});
    wish.network = NetworkPolicy::None;
    const auto id = launch(std::move(wish));
    waitForLog(id, "listening\n");
    auto channel = on(streams().connect(id, 8123));
    ASSERT_TRUE(channel);
    EXPECT_TRUE(on((*channel)->write("hi")));
    const Said said = listen(**channel);
    EXPECT_EQ(said.out, "you said hi");
    EXPECT_EQ(said.failure, "");
    on(close(std::move(*channel)));
    auto closed = on(streams().connect(id, 8124));
    ASSERT_TRUE(closed);
    EXPECT_EQ(listen(**closed).failure, "port-refused");
    on(close(std::move(*closed)));
}

TEST_P(EngineContract, FilesComeOutAsATarStream) {
    const auto id =
        launch(shell("mkdir -p out/deep; printf 12345 > out/deep/a; ln -s /etc/passwd out/link; echo up; sleep 60"));
    waitForLog(id, "up\n");
    auto channel = on(streams().readFiles(id, "out"));
    ASSERT_TRUE(channel);
    const Said said = listen(**channel);
    EXPECT_EQ(said.failure, "");
    const Unpacked files(said.out);
    EXPECT_TRUE(files.whole);
    ASSERT_EQ(files.entries.size(), 4u);
    EXPECT_EQ(files.entries[0].path, "out");
    EXPECT_EQ(files.entries[2].path, "out/deep/a");
    EXPECT_EQ(files.contents[2], "12345");
    EXPECT_EQ(files.entries[3].target, "/etc/passwd");
    on(close(std::move(*channel)));
    auto missing = on(streams().readFiles(id, "nowhere"));
    ASSERT_TRUE(missing);
    EXPECT_EQ(listen(**missing).failure, "path-not-found");
    on(close(std::move(*missing)));
}

TEST_P(EngineContract, FilesGoInAsATarStream) {
    const auto id = launch(shell("echo up; while [ ! -e in/done ]; do sleep 0.02; done; cat in/sub/a; sleep 60"));
    waitForLog(id, "up\n");
    for (const auto& stream : {packed("sub/a", "hello in\n"), packed("done", "")}) {
        auto channel = on(streams().writeFiles(id, "in"));
        ASSERT_TRUE(channel);
        EXPECT_TRUE(on((*channel)->write(stream)));
        EXPECT_TRUE(on((*channel)->finishWriting()));
        EXPECT_EQ(listen(**channel).failure, "");
        on(close(std::move(*channel)));
    }
    waitForLog(id, "hello in\n");
    auto broken = on(streams().writeFiles(id, "in"));
    ASSERT_TRUE(broken);
    EXPECT_TRUE(on((*broken)->write(std::string(512, 'q'))));
    EXPECT_TRUE(on((*broken)->finishWriting()));
    EXPECT_EQ(listen(**broken).failure, "bad-archive");
    on(close(std::move(*broken)));
}

TEST_P(EngineContract, SamplesSayWhatTheTaskUses) {
    const auto id =
        launch(request({"python3", "-c", "x = bytearray(50 << 20)\nprint('up', flush=True)\nwhile True: pass"}));
    waitForLog(id, "up\n");
    std::vector<UsageSample> samples;
    EXPECT_TRUE(eventually([&] {
        const auto read = on(streams().samples(id, 10));
        if (read) samples = *read;
        return samples.size() >= 2;
    }));
    ASSERT_GE(samples.size(), 2u);
    EXPECT_GT(samples.back().memoryBytes, 50 << 20);
    EXPECT_GT(samples.back().cpuMilli, 0);
    EXPECT_LT(samples.back().cpuMilli, 2000);
    EXPECT_GT(samples[1].at, samples[0].at);
}

TEST_P(EngineContract, StreamsOfAnEndedTaskAreRefused) {
    const auto id = launch(shell("true"));
    waitForEnd(id);
    const auto exec = on(streams().exec(id, command({"true"})));
    ASSERT_FALSE(exec);
    EXPECT_EQ(exec.error().id, kJobNotRunning);
    EXPECT_FALSE(on(streams().connect(id, 80)));
}

TEST_P(EngineContract, TheEndOfTheTaskEndsItsStreams) {
    const auto id = launch(shell("echo up; sleep 60"));
    waitForLog(id, "up\n");
    auto channel = on(streams().exec(id, command({"sleep", "60"})));
    ASSERT_TRUE(channel);
    EXPECT_TRUE(on(engine().stop(id, 1000ms)));
    listen(**channel);
    on(close(std::move(*channel)));
}

}  // namespace ph::test
