#include "shim/session.h"

#include "shim/wire.h"

#include <algorithm>

namespace ph::shim {

namespace {

constexpr std::uint64_t kMostCredit = std::uint64_t(1) << 40;

std::string number32(std::uint32_t v) {
    std::string out;
    WireWriter(out).u32(v);
    return out;
}

}  // namespace

Session::Session(Side side, std::uint32_t features, SessionHandler& handler)
    : m_side(side), m_features(features), m_handler(handler) {
    appendFrame(m_output, FrameType::Hello, 0, 0, encode(Hello{kVersion, features}));
}

bool Session::fail(const char* word) {
    if (m_error.empty()) m_error = word;
    return false;
}

bool Session::receive(std::string_view bytes) {
    if (!m_error.empty()) return false;
    m_reader.feed(bytes);
    Frame frame;
    for (;;) {
        switch (m_reader.next(frame)) {
            case FrameReader::Outcome::NeedMore:
                return true;
            case FrameReader::Outcome::TooLarge:
                return fail("frame-too-large");
            case FrameReader::Outcome::Frame:
                if (!handle(frame)) return false;
        }
    }
}

bool Session::handle(const Frame& frame) {
    if (!m_greeted) return handleHello(frame);
    switch (static_cast<FrameType>(frame.type)) {
        case FrameType::Hello:
            return fail("second-hello");
        case FrameType::Open:
            return handleOpen(frame);
        case FrameType::Data:
        case FrameType::Credit:
        case FrameType::Eof:
        case FrameType::Close:
        case FrameType::Resize:
        case FrameType::Signal:
            return handleChannel(frame);
        case FrameType::Status:
        case FrameType::Stop:
            return handleControl(frame);
    }
    return (frame.flags & kSkippable) || fail("unknown-frame");
}

bool Session::handleHello(const Frame& frame) {
    if (frame.type != static_cast<std::uint8_t>(FrameType::Hello)) return fail("no-hello");
    const auto hello = decodeHello(frame.payload);
    if (!hello) return fail("bad-hello");
    m_greeted = true;
    m_handler.onHello({std::min(hello->version, kVersion), hello->features & m_features});
    return true;
}

bool Session::handleOpen(const Frame& frame) {
    if (m_side != Side::Shim) return fail("open-by-shim");
    if (frame.channel == 0 || m_channels.count(frame.channel)) return fail("bad-channel");
    if (m_channels.size() >= kMostChannels) return fail("too-many-channels");
    const auto request = decodeOpen(frame.payload);
    if (!request) return fail("bad-open");
    m_channels[frame.channel] = {};
    m_handler.onOpen(frame.channel, *request);
    return true;
}

bool Session::handleChannel(const Frame& frame) {
    const auto found = m_channels.find(frame.channel);
    if (found == m_channels.end()) return fail("bad-channel");
    Channel& channel = found->second;
    const auto type = static_cast<FrameType>(frame.type);
    if (type == FrameType::Close) return handleClose(frame, channel);
    if (type == FrameType::Data) return handleData(frame, channel);
    WireReader reader(frame.payload);
    if (type == FrameType::Credit) {
        const std::uint32_t more = reader.u32();
        if (!reader.ok()) return fail("bad-credit");
        channel.maySend = std::min(channel.maySend + more, kMostCredit);
        if (!channel.closed) m_handler.onCredit(frame.channel);
        return true;
    }
    if (type == FrameType::Eof) {
        if (channel.peerFinished) return fail("second-eof");
        channel.peerFinished = true;
        if (!channel.closed) m_handler.onEof(frame.channel);
        return true;
    }
    if (m_side != Side::Shim) return fail("wrong-side");
    if (type == FrameType::Resize) {
        const int rows = reader.u16();
        const int columns = reader.u16();
        if (!reader.ok()) return fail("bad-resize");
        if (!channel.closed) m_handler.onResize(frame.channel, rows, columns);
        return true;
    }
    const int number = reader.u8();
    if (!reader.ok()) return fail("bad-signal");
    if (!channel.closed) m_handler.onSignal(frame.channel, number);
    return true;
}

bool Session::handleData(const Frame& frame, Channel& channel) {
    if (frame.payload.empty()) return fail("bad-data");
    if (channel.peerFinished) return fail("data-after-eof");
    const auto stream = static_cast<std::uint8_t>(frame.payload[0]);
    const std::string_view bytes = frame.payload.substr(1);
    if (bytes.size() > channel.mayReceive) return fail("over-credit");
    channel.mayReceive -= bytes.size();
    if (!channel.closed) m_handler.onData(frame.channel, stream, bytes);
    return true;
}

bool Session::handleClose(const Frame& frame, Channel& channel) {
    const auto notice = decodeClose(frame.payload);
    if (!notice) return fail("bad-close");
    const bool answered = channel.closed;
    m_channels.erase(frame.channel);
    if (answered) return true;
    appendFrame(m_output, FrameType::Close, 0, frame.channel, encode(CloseNotice{}));
    m_handler.onClose(frame.channel, *notice);
    return true;
}

bool Session::handleControl(const Frame& frame) {
    if (static_cast<FrameType>(frame.type) == FrameType::Status) {
        if (m_side != Side::Controller) return fail("wrong-side");
        const auto notice = decodeStatus(frame.payload);
        if (!notice) return fail("bad-status");
        m_handler.onStatus(*notice);
        return true;
    }
    if (m_side != Side::Shim) return fail("wrong-side");
    WireReader reader(frame.payload);
    const std::uint32_t grace = reader.u32();
    if (!reader.ok()) return fail("bad-stop");
    m_handler.onStop(grace);
    return true;
}

Session::Channel* Session::live(std::uint32_t id) {
    const auto found = m_channels.find(id);
    return found == m_channels.end() || found->second.closed ? nullptr : &found->second;
}

bool Session::has(std::uint32_t channel) const {
    const auto found = m_channels.find(channel);
    return found != m_channels.end() && !found->second.closed;
}

bool Session::open(std::uint32_t channel, const OpenRequest& request) {
    const std::string payload = encode(request);
    if (payload.size() > kLargestPayload) return false;
    m_channels[channel] = {};
    appendFrame(m_output, FrameType::Open, 0, channel, payload);
    return true;
}

std::size_t Session::sendable(std::uint32_t channel) const {
    const auto found = m_channels.find(channel);
    if (found == m_channels.end() || found->second.closed || found->second.finished) return 0;
    return static_cast<std::size_t>(found->second.maySend);
}

std::size_t Session::send(std::uint32_t id, std::uint8_t stream, std::string_view bytes) {
    const std::size_t size = std::min(sendable(id), bytes.size());
    for (std::size_t at = 0; at < size;) {
        const std::size_t part = std::min(size - at, kLargestPayload - 1);
        WireWriter writer(m_output);
        writer.u32(static_cast<std::uint32_t>(part + 1));
        writer.u8(static_cast<std::uint8_t>(FrameType::Data));
        writer.u8(0);
        writer.u16(0);
        writer.u32(id);
        writer.u8(stream);
        m_output.append(bytes.substr(at, part));
        at += part;
    }
    if (size > 0) m_channels[id].maySend -= size;
    return size;
}

void Session::grant(std::uint32_t id, std::uint32_t bytes) {
    Channel* channel = live(id);
    if (!channel || bytes == 0) return;
    channel->mayReceive += bytes;
    appendFrame(m_output, FrameType::Credit, 0, id, number32(bytes));
}

void Session::finish(std::uint32_t id) {
    Channel* channel = live(id);
    if (!channel || channel->finished) return;
    channel->finished = true;
    appendFrame(m_output, FrameType::Eof, 0, id, {});
}

void Session::close(std::uint32_t id, const CloseNotice& notice) {
    Channel* channel = live(id);
    if (!channel) return;
    channel->closed = true;
    appendFrame(m_output, FrameType::Close, 0, id, encode(CloseNotice{notice.status, notice.failure.substr(0, 1024)}));
}

void Session::resize(std::uint32_t id, int rows, int columns) {
    if (!live(id)) return;
    std::string payload;
    WireWriter writer(payload);
    writer.u16(static_cast<std::uint16_t>(std::clamp(rows, 1, 0xffff)));
    writer.u16(static_cast<std::uint16_t>(std::clamp(columns, 1, 0xffff)));
    appendFrame(m_output, FrameType::Resize, 0, id, payload);
}

void Session::signal(std::uint32_t id, int number) {
    if (!live(id)) return;
    appendFrame(m_output, FrameType::Signal, 0, id, std::string(1, static_cast<char>(number)));
}

void Session::status(const StatusNotice& notice) {
    appendFrame(m_output, FrameType::Status, kSkippable, 0, encode(notice));
}

void Session::stop(std::uint32_t graceMillis) {
    appendFrame(m_output, FrameType::Stop, 0, 0, number32(graceMillis));
}

}  // namespace ph::shim
