#include "http/test_server.h"
#include "http/test_web_socket.h"

namespace ph::test {
namespace {

class WebSocketTest : public ServerTest {
protected:
    TestWebSocket open(std::string_view headers = {}) {
        return TestWebSocket(connect(), "/api/v1/socket", "user", headers);
    }
};

TEST_F(WebSocketTest, EchoesTextAndBytes) {
    auto socket = open();
    ASSERT_EQ(socket.status(), 101);
    EXPECT_EQ(socket.answer().headers.at("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    socket.sendText("hello");
    auto text = socket.readMessage();
    ASSERT_TRUE(text);
    EXPECT_EQ(text->opcode, TestWebSocket::kText);
    EXPECT_EQ(text->payload, "hello");
    const std::string bytes("\0\xff\x80", 3);
    socket.send(TestWebSocket::kBinary, bytes);
    const auto echoed = socket.readMessage();
    ASSERT_TRUE(echoed);
    EXPECT_EQ(echoed->opcode, TestWebSocket::kBinary);
    EXPECT_EQ(echoed->payload, bytes);
}

TEST_F(WebSocketTest, CarriesMessagesOfUpToOneMebibyte) {
    auto socket = open();
    const std::string large(1 << 20, 'm');
    socket.send(TestWebSocket::kBinary, large);
    const auto echoed = socket.readMessage();
    ASSERT_TRUE(echoed);
    EXPECT_EQ(echoed->payload, large);
    socket.send(TestWebSocket::kBinary, large + "x");
    EXPECT_EQ(socket.closeCode(), 1009);
}

TEST_F(WebSocketTest, AnswersPings) {
    auto socket = open();
    socket.send(TestWebSocket::kPing, "are you there");
    const auto frame = socket.read();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->opcode, TestWebSocket::kPong);
    EXPECT_EQ(frame->payload, "are you there");
}

TEST_F(WebSocketTest, ClosesWhenTheClientDoes) {
    auto socket = open();
    socket.send(TestWebSocket::kClose, std::string("\x03\xe8", 2));
    EXPECT_EQ(socket.closeCode(), 1000);
    EXPECT_TRUE(socket.client().ended());
}

TEST_F(WebSocketTest, ClosesWhenItsSessionEnds) {
    auto socket = open();
    socket.sendText("bye");
    EXPECT_EQ(socket.closeCode(), 1000);
}

TEST_F(WebSocketTest, SaysThatASessionBroke) {
    auto socket = open();
    socket.sendText("throw");
    EXPECT_EQ(socket.closeCode(), 1011);
}

TEST_F(WebSocketTest, UnderstandsFramesSplitAtEveryByte) {
    auto socket = open();
    const auto frame = TestWebSocket::encoded(TestWebSocket::kText, "split me");
    for (std::size_t at = 1; at < frame.size(); ++at) {
        socket.client().send(frame.substr(0, at));
        socket.client().send(frame.substr(at));
        const auto echoed = socket.readMessage();
        ASSERT_TRUE(echoed) << at;
        ASSERT_EQ(echoed->payload, "split me") << at;
    }
}

TEST_F(WebSocketTest, TakesFramesThatCameWithTheUpgrade) {
    auto client = connect();
    const auto head = requestHead("GET", "/api/v1/socket", "user",
                                  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    client.send(head + TestWebSocket::encoded(TestWebSocket::kText, "early"));
    EXPECT_EQ(client.read().status, 101);
    EXPECT_THAT(client.receive(), ::testing::HasSubstr("early"));
}

TEST_F(WebSocketTest, ChecksBeforeItUpgrades) {
    EXPECT_EQ(TestWebSocket(connect(), "/api/v1/socket", "wrong").status(), 401);
    EXPECT_EQ(open("Origin: https://evil.example\r\n").status(), 403);
    EXPECT_EQ(open("Origin: https://localhost\r\n").status(), 101);
    auto plain = connect();
    const auto answer = plain.request("GET", "/api/v1/socket", "user");
    EXPECT_EQ(answer.status, 426);
    EXPECT_EQ(answer.headers.at("upgrade"), "websocket");
}

TEST_F(WebSocketTest, IgnoresAnUpgradeWhereThereIsNothingToUpgradeTo) {
    EXPECT_EQ(TestWebSocket(connect(), "/api/v1/public", "user").status(), 200);
}

TEST_F(WebSocketTest, RefusesAFrameWithoutAMask) {
    auto socket = open();
    socket.client().send(std::string("\x81\x02hi", 4));
    EXPECT_EQ(socket.closeCode(), 1002);
}

TEST_F(WebSocketTest, SaysGoodbyeWhenTheServerStops) {
    auto socket = open();
    ASSERT_EQ(socket.status(), 101);
    socket.sendText("are you up?");
    ASSERT_TRUE(socket.readMessage());
    std::thread stopping([this] { server->stop(std::chrono::seconds(10)); });
    EXPECT_EQ(socket.closeCode(), 1001);
    socket.send(TestWebSocket::kClose, std::string("\x03\xe9", 2));
    stopping.join();
}

}  // namespace
}  // namespace ph::test
