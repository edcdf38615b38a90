#pragma once

#include "base/async.h"

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace ph::engine {

struct HttpCall {
    std::string verb = "GET";
    std::string target;
    std::string body;  ///< JSON; empty: none
};

struct HttpAnswer {
    unsigned status = 0;
    std::string body;
};

/// The body of an answer that comes bit by bit. Lives on its executor's thread.
class HttpBody {
public:
    virtual ~HttpBody() = default;
    /// The next bytes, empty after the last ones. kDeadline if nothing comes for `patience` (0: as long as it takes).
    virtual Async<std::string> read(std::chrono::milliseconds patience) = 0;
    /// Ends a read that waits.
    virtual void close() = 0;
};

struct HttpOpened {
    unsigned status = 0;
    std::shared_ptr<HttpBody> body;
};

/// HTTP over a Unix socket, a connection a call. Knows nothing of Docker; errors as engineBroken(), kEngineGarbled for
/// a body over the limit.
class DockerTransport {
public:
    static constexpr std::size_t kMostBody = 32 << 20;

    DockerTransport(boost::asio::any_io_executor executor, std::string socket)
        : m_executor(std::move(executor)), m_socket(std::move(socket)) {}

    Async<HttpAnswer> exchange(HttpCall call, std::chrono::milliseconds deadline) const;
    /// Returns with the head of the answer.
    Async<HttpOpened> open(HttpCall call, std::chrono::milliseconds deadline) const;
    const std::string& socket() const { return m_socket; }

private:
    boost::asio::any_io_executor m_executor;
    std::string m_socket;
};

}  // namespace ph::engine
