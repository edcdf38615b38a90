#pragma once

#include "http/test_client.h"

#include <optional>
#include <string>

namespace ph::test {

/// A WebSocket client that shows every frame.
class TestWebSocket {
public:
    struct Frame {
        int opcode = 0;  ///< 1 text, 2 binary, 8 close, 9 ping, 10 pong
        std::string payload;
    };
    static constexpr int kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10;

    /// Upgrades; status() says what came of it.
    TestWebSocket(TestClient client, std::string_view path, std::string_view token, std::string_view headers = {});
    int status() const { return m_answer.status; }
    const Answer& answer() const { return m_answer; }
    bool send(int opcode, std::string_view payload);
    bool sendText(std::string_view text) { return send(kText, text); }
    /// nullopt at the end of the connection.
    std::optional<Frame> read();
    /// The next text or binary message.
    std::optional<Frame> readMessage();
    /// The code of the close frame that comes next, skipping others; 0 if the connection ends without one.
    int closeCode();
    static std::string encoded(int opcode, std::string_view payload);
    TestClient& client() { return m_client; }

private:
    bool need(std::size_t count);
    TestClient m_client;
    Answer m_answer;
    std::string m_buffer;
};

}  // namespace ph::test
