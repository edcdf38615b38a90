#include "bench/https_client.h"

#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace ph::bench {

struct HttpsClient::Connection {
    SSL_CTX* context = nullptr;
    SSL* ssl = nullptr;
    int socket = -1;
    std::string buffer;

    ~Connection() {
        if (ssl) SSL_free(ssl);
        if (context) SSL_CTX_free(context);
        if (socket >= 0) close(socket);
    }

    void open(std::uint16_t port, const std::string& caFile, int receiveBuffer) {
        socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        // Before it connects: the window is agreed on then.
        if (receiveBuffer > 0) setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            throw std::runtime_error("no server on the port");
        const int yes = 1;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        context = SSL_CTX_new(TLS_client_method());
        if (SSL_CTX_load_verify_locations(context, caFile.c_str(), nullptr) != 1)
            throw std::runtime_error("cannot read " + caFile);
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
        ssl = SSL_new(context);
        SSL_set_fd(ssl, socket);
        if (SSL_connect(ssl) != 1)
            throw std::runtime_error("no TLS: " + std::string(ERR_reason_error_string(ERR_peek_error())));
    }

    void write(const std::string& text) {
        if (SSL_write(ssl, text.data(), static_cast<int>(text.size())) <= 0)
            throw std::runtime_error("the server closed the connection");
    }

    void read() {
        std::array<char, 65536> part;
        const int count = SSL_read(ssl, part.data(), part.size());
        if (count <= 0) throw std::runtime_error("the server closed the connection");
        buffer.append(part.data(), static_cast<std::size_t>(count));
    }

    std::string take(std::size_t count) {
        while (buffer.size() < count) read();
        std::string text = buffer.substr(0, count);
        buffer.erase(0, count);
        return text;
    }

    /// Up to and without the mark, which is consumed.
    std::string takeUntil(const std::string& mark) {
        auto place = buffer.find(mark);
        while (place == std::string::npos) {
            read();
            place = buffer.find(mark);
        }
        std::string text = take(place);
        take(mark.size());
        return text;
    }

    struct Frame {
        int opcode = 0;
        bool last = false;
        std::string payload;
    };

    /// RFC 6455, 5.2: a server's frames are not masked.
    Frame takeFrame() {
        const std::string head = take(2);
        const auto byte = [](char c) { return static_cast<std::uint64_t>(static_cast<unsigned char>(c)); };
        Frame frame{
            .opcode = static_cast<int>(byte(head[0]) & 0x0F), .last = (byte(head[0]) & 0x80) != 0, .payload = {}};
        std::uint64_t size = byte(head[1]) & 0x7F;
        if (size >= 126) {
            const std::string longer = take(size == 126 ? 2 : 8);
            size = 0;
            for (const char c : longer) size = size << 8 | byte(c);
        }
        frame.payload = take(size);
        return frame;
    }

    std::string takeChunks() {
        std::string body;
        for (;;) {
            const std::size_t size = std::stoul(takeUntil("\r\n"), nullptr, 16);
            if (size == 0) break;
            body += take(size);
            take(2);
        }
        takeUntil("\r\n");
        return body;
    }
};

HttpsClient::HttpsClient(std::uint16_t port, const std::string& caFile, std::string token, int receiveBuffer)
    : m_connection(std::make_unique<Connection>()),
      m_common("Host: 127.0.0.1:" + std::to_string(port) + "\r\nAuthorization: Bearer " + std::move(token) + "\r\n") {
    m_connection->open(port, caFile, receiveBuffer);
}

HttpsClient::~HttpsClient() = default;
HttpsClient::HttpsClient(HttpsClient&&) noexcept = default;

Answer HttpsClient::call(const std::string& method, const std::string& path, const std::string& body,
                         const std::string& headers) {
    std::string request = method + " /api/v1" + path + " HTTP/1.1\r\n" + m_common + headers;
    if (!body.empty())
        request += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    m_connection->write(request + "\r\n" + body);

    std::string head = m_connection->takeUntil("\r\n\r\n") + "\r\n";
    std::transform(head.begin(), head.end(), head.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    Answer answer{.status = std::stoi(head.substr(9, 3)), .body = {}};
    if (head.find("\r\ntransfer-encoding: chunked") != std::string::npos) {
        answer.body = m_connection->takeChunks();
    } else if (const auto place = head.find("\r\ncontent-length: "); place != std::string::npos) {
        answer.body = m_connection->take(std::stoul(head.substr(place + 18)));
    }
    return answer;
}

void HttpsClient::upgrade(const std::string& path) {
    m_connection->write("GET /api/v1" + path + " HTTP/1.1\r\n" + m_common +
                        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    const std::string head = m_connection->takeUntil("\r\n\r\n");
    if (head.substr(9, 3) != "101") throw std::runtime_error("no WebSocket: " + head);
}

std::string HttpsClient::readMessage() {
    constexpr int kClose = 8, kPing = 9;
    std::string message;
    while (true) {
        auto frame = m_connection->takeFrame();
        if (frame.opcode == kClose) throw std::runtime_error("the server said goodbye");
        // A pong repeats what came (at most 125 bytes); a mask of zeros is one too.
        if (frame.opcode == kPing) {
            const std::string head{'\x8a', static_cast<char>(0x80 | frame.payload.size()), 0, 0, 0, 0};
            m_connection->write(head + frame.payload);
        }
        if (frame.opcode >= kClose) continue;
        message += frame.payload;
        if (frame.last) return message;
    }
}

void HttpsClient::cut() {
    ::shutdown(m_connection->socket, SHUT_RDWR);
}

std::string submit(HttpsClient& client, const std::string& spec) {
    std::uint64_t random = 0;
    RAND_bytes(reinterpret_cast<unsigned char*>(&random), sizeof random);
    const Answer answer =
        client.call("POST", "/jobs", spec, "Idempotency-Key: bench-" + std::to_string(random) + "\r\n");
    if (answer.status != 201) throw std::runtime_error("not accepted: " + answer.body);
    return member(answer.body, "id");
}

std::string member(const std::string& json, const std::string& name) {
    const auto place = json.find("\"" + name + "\"");
    if (place == std::string::npos) throw std::runtime_error("no member " + name + " in: " + json);
    const auto begin = json.find('"', json.find(':', place)) + 1;
    return json.substr(begin, json.find('"', begin) - begin);
}

}  // namespace ph::bench
