#pragma once

#include "shim/frame.h"
#include "shim/messages.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace ph::shim {

/// What a Session tells its owner. No call may destroy the session.
class SessionHandler {
public:
    virtual ~SessionHandler() = default;
    /// The handshake is done: the lower version and the common features.
    virtual void onHello(const Hello& agreed) = 0;
    virtual void onOpen(std::uint32_t channel, const OpenRequest& request) = 0;
    virtual void onData(std::uint32_t channel, std::uint8_t stream, std::string_view bytes) = 0;
    /// More may be sent on the channel.
    virtual void onCredit(std::uint32_t channel) = 0;
    virtual void onEof(std::uint32_t channel) = 0;
    /// The channel is gone; nothing follows on it.
    virtual void onClose(std::uint32_t channel, const CloseNotice& notice) = 0;
    virtual void onResize(std::uint32_t channel, int rows, int columns) = 0;
    virtual void onSignal(std::uint32_t channel, int number) = 0;
    virtual void onStatus(const StatusNotice& notice) = 0;
    virtual void onStop(std::uint32_t graceMillis) = 0;
};

/// One side of one connection as a state machine without a socket: bytes in by receive(), bytes out by taking output().
/// The peer is not trusted: every rule of PROTOCOL.md that it breaks ends the session with a word in error().
class Session {
public:
    enum class Side { Controller, Shim };
    static constexpr std::size_t kMostChannels = 256;

    Session(Side side, std::uint32_t features, SessionHandler& handler);

    /// False once the peer broke the protocol; nothing is handled after that.
    bool receive(std::string_view bytes);
    const std::string& error() const { return m_error; }
    /// What waits to be written; the owner removes what it wrote.
    std::string& output() { return m_output; }

    /// False if the request does not fit into a frame.
    bool open(std::uint32_t channel, const OpenRequest& request);
    /// Sends as much as credit allows and returns how much that was.
    std::size_t send(std::uint32_t channel, std::uint8_t stream, std::string_view bytes);
    std::size_t sendable(std::uint32_t channel) const;
    /// Allows the peer `bytes` more on the channel.
    void grant(std::uint32_t channel, std::uint32_t bytes);
    void finish(std::uint32_t channel);
    void close(std::uint32_t channel, const CloseNotice& notice);
    void resize(std::uint32_t channel, int rows, int columns);
    void signal(std::uint32_t channel, int number);
    void status(const StatusNotice& notice);
    void stop(std::uint32_t graceMillis);
    bool has(std::uint32_t channel) const;
    /// One more channel would be one too many. Those count until both sides have closed them.
    bool full() const { return m_channels.size() >= kMostChannels; }

private:
    struct Channel {
        std::uint64_t maySend = 0;
        std::uint64_t mayReceive = 0;
        bool finished = false;      ///< we sent EOF
        bool peerFinished = false;  ///< the peer sent EOF
        bool closed = false;        ///< we sent CLOSE and wait for the peer's
    };

    bool fail(const char* word);
    bool handle(const Frame& frame);
    bool handleHello(const Frame& frame);
    bool handleOpen(const Frame& frame);
    bool handleChannel(const Frame& frame);
    bool handleData(const Frame& frame, Channel& channel);
    bool handleClose(const Frame& frame, Channel& channel);
    bool handleControl(const Frame& frame);
    Channel* live(std::uint32_t id);

    Side m_side;
    std::uint32_t m_features;
    SessionHandler& m_handler;
    FrameReader m_reader;
    std::string m_output;
    std::string m_error;
    std::map<std::uint32_t, Channel> m_channels;
    bool m_greeted = false;
};

}  // namespace ph::shim
