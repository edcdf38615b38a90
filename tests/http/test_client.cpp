#include "http/test_client.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <cstring>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ph::test {

struct TestClient::Connection {
    ~Connection() {
        SSL_free(ssl);
        SSL_CTX_free(context);
        if (file >= 0) ::close(file);
    }
    long receive(char* into, std::size_t size) {
        return ssl ? SSL_read(ssl, into, static_cast<int>(size)) : ::recv(file, into, size, 0);
    }
    int file = -1;
    SSL_CTX* context = nullptr;
    SSL* ssl = nullptr;
};

namespace {

void connectTo(int file, const sockaddr* address, socklen_t size) {
    const timeval patience{20, 0};
    ::setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (::connect(file, address, size) != 0) throw std::runtime_error(std::string("connect: ") + std::strerror(errno));
}

}  // namespace

TestClient::TestClient(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
TestClient::TestClient(TestClient&&) noexcept = default;
TestClient::~TestClient() = default;

TestClient TestClient::raw(std::uint16_t port, const std::string& from) {
    // A server that has closed is part of these tests; OpenSSL writes without MSG_NOSIGNAL.
    std::signal(SIGPIPE, SIG_IGN);
    auto connection = std::make_unique<Connection>();
    connection->file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    if (!from.empty()) {
        ::inet_pton(AF_INET, from.c_str(), &address.sin_addr);
        if (::bind(connection->file, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            throw std::runtime_error(std::string("bind: ") + std::strerror(errno));
    }
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connectTo(connection->file, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    // Tests write a request in small parts, which Nagle's algorithm would hold back.
    const int now = 1;
    ::setsockopt(connection->file, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    return TestClient(std::move(connection));
}

TestClient TestClient::tls(std::uint16_t port, const std::string& from) {
    auto connection = std::move(raw(port, from).m_connection);
    connection->context = SSL_CTX_new(TLS_client_method());
    connection->ssl = SSL_new(connection->context);
    SSL_set_fd(connection->ssl, connection->file);
    if (SSL_connect(connection->ssl) != 1) throw std::runtime_error("TLS handshake failed");
    return TestClient(std::move(connection));
}

TestClient TestClient::local(const std::string& path) {
    auto connection = std::make_unique<Connection>();
    connection->file = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    connectTo(connection->file, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    return TestClient(std::move(connection));
}

bool TestClient::send(std::string_view bytes) {
    if (bytes.empty()) return true;
    if (m_connection->ssl) return SSL_write(m_connection->ssl, bytes.data(), static_cast<int>(bytes.size())) > 0;
    return ::send(m_connection->file, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

std::string TestClient::receive() {
    if (!m_buffer.empty()) return std::exchange(m_buffer, {});
    std::array<char, 64 * 1024> piece{};
    const long got = m_connection->receive(piece.data(), piece.size());
    return got > 0 ? std::string(piece.data(), static_cast<std::size_t>(got)) : std::string();
}

std::optional<std::string> TestClient::take(std::size_t count) {
    while (m_buffer.size() < count) {
        std::array<char, 64 * 1024> piece{};
        const long got = m_connection->receive(piece.data(), piece.size());
        if (got <= 0) return std::nullopt;
        m_buffer.append(piece.data(), static_cast<std::size_t>(got));
    }
    std::string taken = m_buffer.substr(0, count);
    m_buffer.erase(0, count);
    return taken;
}

std::optional<std::string> TestClient::takeLine() {
    while (true) {
        const auto end = m_buffer.find("\r\n");
        if (end != std::string::npos) {
            std::string line = m_buffer.substr(0, end);
            m_buffer.erase(0, end + 2);
            return line;
        }
        std::array<char, 4096> piece{};
        const long got = m_connection->receive(piece.data(), piece.size());
        if (got <= 0) return std::nullopt;
        m_buffer.append(piece.data(), static_cast<std::size_t>(got));
    }
}

bool TestClient::readChunks(std::string& body) {
    while (true) {
        const auto line = takeLine();
        if (!line) return false;
        const auto size = std::stoul(*line, nullptr, 16);
        const auto bytes = take(size + 2);
        if (!bytes) return false;
        if (size == 0) return true;
        body.append(*bytes, 0, size);
    }
}

Answer TestClient::read(bool headOnly) {
    Answer answer;
    const auto status = takeLine();
    if (!status || status->size() < 12) return answer;
    answer.status = std::stoi(status->substr(9, 3));
    while (true) {
        auto line = takeLine();
        if (!line) return answer;
        if (line->empty()) break;
        const auto colon = line->find(": ");
        std::string name = line->substr(0, colon);
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
        answer.headers[name] = line->substr(colon + 2);
    }
    answer.whole = true;
    if (headOnly || answer.status < 200) return answer;
    if (answer.headers.contains("transfer-encoding")) {
        answer.whole = readChunks(answer.body);
    } else if (const auto length = answer.headers.find("content-length"); length != answer.headers.end()) {
        auto body = take(std::stoul(length->second));
        answer.whole = body.has_value();
        answer.body = body.value_or(std::string());
    }
    return answer;
}

std::string requestHead(std::string_view method, std::string_view path, std::string_view token,
                        std::string_view headers) {
    std::string head = fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\n", method, path);
    if (!token.empty()) head += fmt::format("Authorization: Bearer {}\r\n", token);
    return head + std::string(headers);
}

Answer TestClient::request(std::string_view method, std::string_view path, std::string_view token,
                           std::string_view body, std::string_view headers) {
    std::string bytes = requestHead(method, path, token, headers);
    if (!body.empty()) bytes += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n", body.size());
    send(bytes + "\r\n" + std::string(body));
    return read(method == "HEAD");
}

std::string TestClient::fingerprint() const {
    X509* certificate = SSL_get1_peer_certificate(m_connection->ssl);
    std::array<unsigned char, 32> digest{};
    unsigned size = digest.size();
    X509_digest(certificate, EVP_sha256(), digest.data(), &size);
    X509_free(certificate);
    return fmt::format("sha256:{:02x}", fmt::join(digest, ""));
}

std::string TestClient::tlsVersion() const {
    return SSL_get_version(m_connection->ssl);
}

int TestClient::descriptor() const {
    return m_connection->file;
}

}  // namespace ph::test
