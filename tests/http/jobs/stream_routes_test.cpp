#include "http/live_site.h"

#include <algorithm>

namespace ph::test {
namespace {

class StreamRoutes : public LiveTest {
protected:
    StreamRoutes() : job(site.submit(site.root)) { site.bring(job, JobState::Running); }
    TestWebSocket open(const std::string& inner) {
        return TestWebSocket(site.connect(), "/api/v1/jobs/" + job.str() + inner, site.root);
    }
    static ChannelChunk chunk(ChannelChunk::Kind kind, std::string bytes, int exitCode = 0) {
        return {kind, std::move(bytes), exitCode, {}};
    }
    using Kind = ChannelChunk::Kind;

    JobId job;
};

TEST_F(StreamRoutes, RunsACommandToItsEnd) {
    const auto script = site.streams.nextChannel();
    auto socket = open("/exec");
    ASSERT_EQ(socket.status(), 101);
    socket.sendText(R"({"command":["cat","-n"],"terminal":true,"rows":30,"columns":100})");
    script->put(chunk(Kind::Output, "out"));
    script->put(chunk(Kind::ErrorOutput, "err"));
    EXPECT_EQ(socket.readMessage()->payload, "\x01out");
    EXPECT_EQ(socket.readMessage()->payload,
              "\x02"
              "err");
    EXPECT_EQ(site.streams.opened(), (std::vector<std::string>{"exec cat -n terminal"}));
    script->put(chunk(Kind::Ended, {}, 3));
    const auto end = socket.readMessage();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->opcode, TestWebSocket::kText);
    EXPECT_EQ(end->payload, R"({"exit_code":3,"failure":""})");
    EXPECT_EQ(socket.closeCode(), 1000);
}

TEST_F(StreamRoutes, CarriesInputAndControls) {
    const auto script = site.streams.nextChannel();
    auto socket = open("/exec");
    socket.sendText(R"({"command":["cat"]})");
    socket.send(TestWebSocket::kBinary, "some ");
    socket.sendText(R"({"resize":[40,120],"signal":null,"end":false})");
    socket.send(TestWebSocket::kBinary, "input");
    socket.sendText(R"({"signal":2})");
    socket.sendText(R"({"end":true})");
    EXPECT_TRUE(eventually([&] { return script->controls().size() == 3; }));
    EXPECT_EQ(script->written(), "some input");
    EXPECT_EQ(script->controls(), (std::vector<std::string>{"resize 40x120", "signal 2", "finish"}));
}

TEST_F(StreamRoutes, LetsGoOfTheChannelWhenTheClientLeaves) {
    const auto script = site.streams.nextChannel();
    {
        auto socket = open("/exec");
        socket.sendText(R"({"command":["cat"]})");
        script->put(chunk(Kind::Output, "x"));
        ASSERT_TRUE(socket.readMessage());
    }
    EXPECT_TRUE(eventually([&] { return script->destroyed(); }));
}

TEST_F(StreamRoutes, LetsGoOfTheChannelWhenTheClientClosesPolitely) {
    const auto script = site.streams.nextChannel();
    auto socket = open("/ports/80");
    script->put(chunk(Kind::Output, "x"));
    ASSERT_TRUE(socket.readMessage());
    socket.send(TestWebSocket::kClose, std::string("\x03\xe8", 2));
    EXPECT_EQ(socket.closeCode(), 1000);
    EXPECT_TRUE(eventually([&] { return script->destroyed(); }));
}

TEST_F(StreamRoutes, ConnectsToPortsAndFiles) {
    const auto script = site.streams.nextChannel();
    auto port = open("/ports/8888");
    auto download = open("/files?path=/data/set%201");
    auto upload = open("/files/upload?path=/data");
    EXPECT_EQ(port.status(), 101);
    EXPECT_EQ(download.status(), 101);
    EXPECT_EQ(upload.status(), 101);
    EXPECT_TRUE(eventually([&] { return site.streams.opened().size() == 3; }));
    auto opened = site.streams.opened();
    std::sort(opened.begin(), opened.end());
    EXPECT_EQ(opened, (std::vector<std::string>{"files /data/set 1", "port 8888", "upload /data"}));
}

TEST_F(StreamRoutes, TellsWhyAChannelDidNotOpen) {
    site.streams.refuseChannels(kUnavailable);
    auto socket = open("/ports/8888");
    EXPECT_EQ(socket.readMessage()->payload, R"({"exit_code":-1,"failure":"unavailable"})");
    EXPECT_EQ(socket.closeCode(), 1000);
}

TEST_F(StreamRoutes, RefusesAFirstMessageThatIsNoCommand) {
    for (const auto* first : {"hello", R"({"command":7})", R"({"comand":["true"]})"}) {
        auto socket = open("/exec");
        socket.sendText(first);
        EXPECT_EQ(socket.readMessage()->payload, R"({"exit_code":-1,"failure":"invalid"})") << first;
    }
    EXPECT_TRUE(site.streams.opened().empty());
}

TEST_F(StreamRoutes, ClosesOnAControlThatItDoesNotUnderstand) {
    for (const auto* text : {"{", R"({"resize":[1]})", R"({"reboot":true})"}) {
        const auto script = site.streams.nextChannel();
        auto socket = open("/ports/80");
        socket.sendText(text);
        EXPECT_EQ(socket.closeCode(), 1003) << text;
        EXPECT_TRUE(eventually([&] { return script->destroyed(); })) << text;
    }
}

TEST_F(StreamRoutes, UpgradesNothingThatCannotWork) {
    EXPECT_EQ(open("/ports/0").status(), 400);
    EXPECT_EQ(open("/ports/65536").status(), 400);
    EXPECT_EQ(open("/ports/http").status(), 400);
    EXPECT_EQ(open("/files").status(), 400);
    site.bring(job = site.submit(site.root), JobState::Starting);
    const auto waiting = site.submit(site.root);
    TestWebSocket socket(site.connect(), "/api/v1/jobs/" + waiting.str() + "/exec", site.root);
    EXPECT_EQ(socket.status(), 409);
    EXPECT_EQ(errorOf(socket.answer()), "job-not-started");
    EXPECT_TRUE(socket.client().ended()) << "who is refused waits for nothing more";
}

TEST_F(StreamRoutes, CarriesLargeOutputThroughASlowReader) {
    const auto script = site.streams.nextChannel();
    auto socket = open("/ports/80");
    constexpr int kPieces = 64;
    for (int i = 0; i < kPieces; ++i)
        script->put(chunk(Kind::Output, std::string(256 * 1024, static_cast<char>('a' + i % 26))));
    script->put(chunk(Kind::Ended, {}));
    for (int i = 0; i < kPieces; ++i) {
        const auto message = socket.readMessage();
        ASSERT_TRUE(message) << i;
        ASSERT_EQ(message->payload.size(), 256U * 1024 + 1);
        ASSERT_EQ(message->payload[1], static_cast<char>('a' + i % 26)) << i;
    }
}

}  // namespace
}  // namespace ph::test
