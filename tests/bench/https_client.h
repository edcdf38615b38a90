#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace ph::bench {

struct Answer {
    int status = 0;
    std::string body;
};

/// One blocking keep-alive connection to a controller on the loopback, lean enough not to be what is measured.
/// Throws std::runtime_error when the connection breaks. One thread at a time.
class HttpsClient {
public:
    /// `caFile` is the data folder's tls/ca.pem; nothing else is trusted. `receiveBuffer` in bytes is the socket's, 0:
    /// the system's choice.
    HttpsClient(std::uint16_t port, const std::string& caFile, std::string token, int receiveBuffer = 0);
    ~HttpsClient();
    HttpsClient(HttpsClient&&) noexcept;

    /// `path` below /api/v1; `headers` are whole lines that end in CRLF.
    Answer call(const std::string& method, const std::string& path, const std::string& body = {},
                const std::string& headers = {});
    /// Makes a WebSocket of the connection, which then only reads.
    void upgrade(const std::string& path);
    /// The next text message whole; answers pings. Throws at the end, a goodbye of the server's included.
    std::string readMessage();
    /// From any thread: what reads or will read throws.
    void cut();

private:
    struct Connection;
    std::unique_ptr<Connection> m_connection;
    std::string m_common;
};

/// Submits one job and answers with its id; throws with the server's words unless it was accepted.
std::string submit(HttpsClient& client, const std::string& spec);

/// The text of a string member at its first place in a JSON text, for answers whose shape is known.
std::string member(const std::string& json, const std::string& name);

}  // namespace ph::bench
