#include "http/test_web_socket.h"

namespace ph::test {

TestWebSocket::TestWebSocket(TestClient client, std::string_view path, std::string_view token, std::string_view headers)
    : m_client(std::move(client)) {
    constexpr std::string_view kUpgrade =
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    m_client.send(requestHead("GET", path, token, std::string(kUpgrade) + std::string(headers)) + "\r\n");
    m_answer = m_client.read();
}

std::string TestWebSocket::encoded(int opcode, std::string_view payload) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    if (payload.size() < 126) {
        frame += static_cast<char>(0x80 | payload.size());
    } else if (payload.size() < 65536) {
        frame += static_cast<char>(0x80 | 126);
        for (int shift = 8; shift >= 0; shift -= 8) frame += static_cast<char>(payload.size() >> shift & 0xFF);
    } else {
        frame += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(payload.size() >> shift & 0xFF);
    }
    // A mask of zeros is one too.
    frame.append(4, '\0');
    frame += payload;
    return frame;
}

bool TestWebSocket::send(int opcode, std::string_view payload) {
    return m_client.send(encoded(opcode, payload));
}

bool TestWebSocket::need(std::size_t count) {
    while (m_buffer.size() < count) {
        const auto more = m_client.receive();
        if (more.empty()) return false;
        m_buffer += more;
    }
    return true;
}

std::optional<TestWebSocket::Frame> TestWebSocket::read() {
    if (!need(2)) return std::nullopt;
    const auto byte = [this](std::size_t at) { return static_cast<unsigned char>(m_buffer[at]); };
    std::size_t head = 2;
    std::size_t size = byte(1) & 0x7F;
    if (size >= 126) {
        const std::size_t bytes = size == 126 ? 2 : 8;
        head += bytes;
        if (!need(head)) return std::nullopt;
        size = 0;
        for (std::size_t i = 0; i < bytes; ++i) size = size << 8 | byte(2 + i);
    }
    if (!need(head + size)) return std::nullopt;
    Frame frame{byte(0) & 0x0F, m_buffer.substr(head, size)};
    m_buffer.erase(0, head + size);
    return frame;
}

std::optional<TestWebSocket::Frame> TestWebSocket::readMessage() {
    while (true) {
        auto frame = read();
        if (!frame || frame->opcode == kText || frame->opcode == kBinary) return frame;
        if (frame->opcode == kClose) return std::nullopt;
    }
}

int TestWebSocket::closeCode() {
    while (true) {
        const auto frame = read();
        if (!frame) return 0;
        if (frame->opcode != kClose) continue;
        if (frame->payload.size() < 2) return 1005;
        return static_cast<unsigned char>(frame->payload[0]) << 8 | static_cast<unsigned char>(frame->payload[1]);
    }
}

}  // namespace ph::test
