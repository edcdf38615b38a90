#pragma once

#include "base/async.h"

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <optional>
#include <string>

namespace ph::http {

class ByteStream;

/// An accepted WebSocket of one client. Messages from it are at most 1 MiB; a client that is silent for 60 s though
/// pinged is cut off. One read and one send may wait at the same time; all calls on executor().
class WebSocket {
public:
    enum class CloseCode {
        Normal = 1000,
        GoingAway = 1001,
        Unacceptable = 1003,
        Garbled = 1007,
        Policy = 1008,
        Internal = 1011
    };
    struct Message {
        bool text = false;
        std::string bytes;
    };

    explicit WebSocket(ByteStream& stream);
    ~WebSocket();

    /// Answers the upgrade request; `received` is its head and whatever came after it.
    Async<> accept(std::string received);
    boost::asio::any_io_executor executor();
    /// nullopt once the client has closed or is gone, for whatever reason; nothing that comes after close() was called.
    boost::asio::awaitable<std::optional<Message>> read();
    /// False once the client is gone.
    boost::asio::awaitable<bool> sendText(std::string text);
    boost::asio::awaitable<bool> sendBinary(std::string bytes);
    /// Says goodbye; waits a little for the client's answer. Idempotent. No send may wait.
    boost::asio::awaitable<void> close(CloseCode code = CloseCode::Normal);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace ph::http
