#pragma once

#include "engine/change_signal.h"
#include "engine/file_descriptor.h"
#include "ports/task_stream.h"
#include "shim/session.h"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace ph::engine {

/// The one connection to a task's shim. Lives on its executor's thread; closed by close() or when the shim goes. The
/// shim is not trusted: whatever breaks the protocol ends the link.
class ShimLink final : public std::enable_shared_from_this<ShimLink>, private shim::SessionHandler {
public:
    using Told = std::function<void(const shim::StatusNotice&)>;

    ShimLink(boost::asio::any_io_executor executor, FileDescriptor socket, Told told);
    ~ShimLink() override;

    /// Begins to read. Once, right after it was made.
    void start();
    void close();
    bool isOpen() const { return m_open; }

    /// kInvalid if the request is too large for the protocol, kUnavailable if the link is closed or has as many
    /// channels as the protocol knows.
    Result<std::unique_ptr<TaskChannel>> open(const shim::OpenRequest& request);
    Result<> stop(std::chrono::milliseconds grace);

private:
    friend class ShimChannel;
    struct Stream {
        explicit Stream(boost::asio::any_io_executor executor) : changed(std::move(executor)) {}
        std::deque<ChannelChunk> chunks;
        bool ended = false;
        ChannelChunk end;
        std::size_t taken = 0;  ///< read, but not granted again yet
        ChangeSignal changed;
    };

    void onHello(const shim::Hello& agreed) override;
    void onOpen(std::uint32_t channel, const shim::OpenRequest& request) override;
    void onData(std::uint32_t channel, std::uint8_t stream, std::string_view bytes) override;
    void onCredit(std::uint32_t channel) override;
    void onEof(std::uint32_t channel) override;
    void onClose(std::uint32_t channel, const shim::CloseNotice& notice) override;
    void onResize(std::uint32_t channel, int rows, int columns) override;
    void onSignal(std::uint32_t channel, int number) override;
    void onStatus(const shim::StatusNotice& notice) override;
    void onStop(std::uint32_t graceMillis) override;

    void waitToRead();
    bool readSome();
    void flush();
    bool holdsUp();
    void letGoOn();
    void endStream(std::uint32_t channel, int exitCode, std::string failure);

    boost::asio::any_io_executor m_executor;
    boost::asio::local::stream_protocol::socket m_socket;
    Told m_told;
    shim::Session m_session;
    std::map<std::uint32_t, std::shared_ptr<Stream>> m_streams;
    std::uint32_t m_nextChannel = 1;
    bool m_open = true;
    bool m_waitingToWrite = false;
    bool m_holdingUp = false;  ///< writers wait until the shim has read
};

}  // namespace ph::engine
