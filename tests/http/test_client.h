#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ph::test {

struct Answer {
    int status = 0;
    std::map<std::string, std::string> headers;  ///< names in lower case
    std::string body;
    bool whole = false;  ///< false if the connection ended before the body did
};

/// A blocking client that sends exactly the bytes it is told to. Gives up on a silent server after 20 s.
class TestClient {
public:
    /// `from` is the loopback address that it comes from. Throws std::runtime_error if the server hangs up.
    static TestClient tls(std::uint16_t port, const std::string& from = {});
    /// To the same port, but no TLS is begun: what is sent goes as it is.
    static TestClient raw(std::uint16_t port, const std::string& from = {});
    static TestClient local(const std::string& path);
    TestClient(TestClient&&) noexcept;
    ~TestClient();

    /// False once the server has closed.
    bool send(std::string_view bytes);
    /// What comes next; empty at the end.
    std::string receive();
    /// The next response, its chunked body joined; status 0 if there is none.
    Answer read(bool headOnly = false);
    /// Sends one request with Host and, unless empty, bearer `token`, and reads its answer.
    Answer request(std::string_view method, std::string_view path, std::string_view token = {},
                   std::string_view body = {}, std::string_view headers = {});
    /// Whether the server has closed: waits for it. What was not read is forgotten.
    bool ended() {
        m_buffer.clear();
        return receive().empty();
    }
    /// "sha256:..." of the server's certificate.
    std::string fingerprint() const;
    std::string tlsVersion() const;
    /// Does not read until the next call, so that the server's writes fill the pipe.
    int descriptor() const;

private:
    struct Connection;
    explicit TestClient(std::unique_ptr<Connection> connection);
    std::optional<std::string> take(std::size_t count);
    std::optional<std::string> takeLine();
    bool readChunks(std::string& body);

    std::unique_ptr<Connection> m_connection;
    std::string m_buffer;
};

/// The head of a request as request() sends it.
std::string requestHead(std::string_view method, std::string_view path, std::string_view token = {},
                        std::string_view headers = {});

}  // namespace ph::test
