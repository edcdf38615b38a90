#include "engine/task/shim_link.h"

#include "base/log.h"
#include "domain/jobs/job.h"

#include <algorithm>
#include <array>
#include <limits>
#include <sys/socket.h>

namespace ph::engine {

namespace asio = boost::asio;

namespace {

constexpr std::uint32_t kWindow = 256 * 1024;
constexpr std::size_t kReadSize = 64 * 1024;
constexpr int kReadsARound = 4;
constexpr std::size_t kMostUnsent = 1 << 20;
constexpr std::chrono::hours kForever{24 * 365};

}  // namespace

/// One open stream of a link, as its users see it.
class ShimChannel final : public TaskChannel {
public:
    ShimChannel(std::shared_ptr<ShimLink> link, std::uint32_t id, std::shared_ptr<ShimLink::Stream> stream)
        : m_link(std::move(link)), m_id(id), m_stream(std::move(stream)) {}

    ~ShimChannel() override {
        m_link->m_session.close(m_id, {});
        m_link->endStream(m_id, 0, {});  // whoever waits in a call below goes on without us
        m_link->m_streams.erase(m_id);
        m_link->flush();
    }

    Async<ChannelChunk> read() override {
        const auto stream = m_stream;
        const auto link = m_link;
        const std::uint32_t id = m_id;
        while (stream->chunks.empty() && !stream->ended) {
            auto pending = stream->changed.wait(stream->changed.count(), kForever);
            co_await std::move(pending);
        }
        if (stream->chunks.empty()) co_return stream->end;
        ChannelChunk chunk = std::move(stream->chunks.front());
        stream->chunks.pop_front();
        stream->taken += chunk.bytes.size();
        if (stream->taken >= kWindow / 2) {
            link->m_session.grant(id, static_cast<std::uint32_t>(std::exchange(stream->taken, 0)));
            link->flush();
        }
        co_return chunk;
    }

    Async<> write(std::string bytes) override {
        const auto stream = m_stream;
        const auto link = m_link;
        const std::uint32_t id = m_id;
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            if (stream->ended || !link->m_session.has(id)) co_return Error(kUnavailable, "channel has ended");
            const auto seen = stream->changed.count();
            std::size_t part = 0;
            if (!link->holdsUp()) {
                part = link->m_session.send(id, shim::kInput, std::string_view(bytes).substr(sent, kWindow));
                link->flush();
            }
            sent += part;
            if (part > 0) continue;
            auto pending = stream->changed.wait(seen, kForever);
            co_await std::move(pending);
        }
        co_return Result<>();
    }

    Async<> finishWriting() override {
        m_link->m_session.finish(m_id);
        m_link->flush();
        co_return Result<>();
    }
    Async<> resize(int rows, int columns) override {
        m_link->m_session.resize(m_id, rows, columns);
        m_link->flush();
        co_return Result<>();
    }
    Async<> signal(int number) override {
        m_link->m_session.signal(m_id, number);
        m_link->flush();
        co_return Result<>();
    }

private:
    std::shared_ptr<ShimLink> m_link;
    std::uint32_t m_id;
    std::shared_ptr<ShimLink::Stream> m_stream;
};

ShimLink::ShimLink(asio::any_io_executor executor, FileDescriptor socket, Told told)
    : m_executor(executor),
      m_socket(executor, asio::local::stream_protocol(), socket.release()),
      m_told(std::move(told)),
      m_session(shim::Session::Side::Controller, shim::kAllFeatures, *this) {
    m_socket.non_blocking(true);
}

ShimLink::~ShimLink() = default;

void ShimLink::start() {
    flush();
    waitToRead();
}

void ShimLink::close() {
    if (!m_open) return;
    m_open = false;
    boost::system::error_code ignored;
    m_socket.close(ignored);
    const auto streams = m_streams;
    for (const auto& [id, stream] : streams) endStream(id, 0, "connection-lost");
    m_told = nullptr;
}

void ShimLink::waitToRead() {
    if (!m_open) return;
    m_socket.async_wait(asio::socket_base::wait_read, [self = shared_from_this()](boost::system::error_code error) {
        if (error || !self->m_open) return;
        if (!self->readSome()) return self->close();
        self->flush();
        self->waitToRead();
    });
}

bool ShimLink::readSome() {
    std::array<char, kReadSize> part;
    for (int i = 0; i < kReadsARound; ++i) {
        const ssize_t n = ::recv(m_socket.native_handle(), part.data(), part.size(), MSG_DONTWAIT);
        if (n < 0) return errno == EAGAIN || errno == EINTR;
        if (n == 0) return false;
        if (!m_session.receive(std::string_view(part.data(), static_cast<std::size_t>(n)))) {
            spdlog::warn("a shim broke the protocol: {}", m_session.error());
            return false;
        }
        if (static_cast<std::size_t>(n) < part.size()) return true;
    }
    return true;
}

void ShimLink::flush() {
    if (!m_open || m_waitingToWrite) return;
    std::string& output = m_session.output();
    std::size_t sent = 0;
    while (sent < output.size()) {
        const ssize_t n =
            ::send(m_socket.native_handle(), output.data() + sent, output.size() - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) break;
        // Nobody listens any more; what was said before that is still to be read, and its end shows there.
        sent = n < 0 ? output.size() : sent + static_cast<std::size_t>(n);
    }
    output.erase(0, sent);
    if (output.empty()) return;
    m_waitingToWrite = true;
    m_socket.async_wait(asio::socket_base::wait_write, [self = shared_from_this()](boost::system::error_code error) {
        self->m_waitingToWrite = false;
        if (error) return;
        self->flush();
        self->letGoOn();
    });
}

bool ShimLink::holdsUp() {
    // Credit is what the shim says, memory is ours.
    m_holdingUp = m_session.output().size() >= kMostUnsent;
    return m_holdingUp;
}

void ShimLink::letGoOn() {
    if (!m_holdingUp || holdsUp()) return;
    for (const auto& [id, stream] : m_streams) stream->changed.notify();
}

Result<std::unique_ptr<TaskChannel>> ShimLink::open(const shim::OpenRequest& request) {
    if (!m_open) return Error(kUnavailable, "shim link");
    if (m_session.full()) return Error(kUnavailable, "too many channels");
    const std::uint32_t id = m_nextChannel++;
    if (!m_session.open(id, request)) return Error(kInvalid, "request too large");
    m_session.grant(id, kWindow);
    auto stream = std::make_shared<Stream>(m_executor);
    m_streams[id] = stream;
    flush();
    return std::unique_ptr<TaskChannel>(std::make_unique<ShimChannel>(shared_from_this(), id, std::move(stream)));
}

Result<> ShimLink::stop(std::chrono::milliseconds grace) {
    if (!m_open) return Error(kUnavailable, "shim link");
    constexpr std::int64_t kMostGrace = std::numeric_limits<std::uint32_t>::max();
    m_session.stop(static_cast<std::uint32_t>(std::clamp<std::int64_t>(grace.count(), 0, kMostGrace)));
    flush();
    return {};
}

void ShimLink::endStream(std::uint32_t id, int exitCode, std::string failure) {
    const auto found = m_streams.find(id);
    if (found == m_streams.end() || found->second->ended) return;
    const auto stream = found->second;
    stream->ended = true;
    stream->end = {ChannelChunk::Kind::Ended, {}, exitCode, std::move(failure)};
    stream->changed.notify();
}

void ShimLink::onHello(const shim::Hello&) {}
void ShimLink::onOpen(std::uint32_t, const shim::OpenRequest&) {}

void ShimLink::onData(std::uint32_t id, std::uint8_t kind, std::string_view bytes) {
    const auto found = m_streams.find(id);
    if (found == m_streams.end() || bytes.empty()) return;  // no credit limits the number of empty ones
    const auto which = kind == shim::kErrorOutput ? ChannelChunk::Kind::ErrorOutput : ChannelChunk::Kind::Output;
    found->second->chunks.push_back({which, std::string(bytes), 0, {}});
    found->second->changed.notify();
}

void ShimLink::onCredit(std::uint32_t id) {
    const auto found = m_streams.find(id);
    if (found != m_streams.end()) found->second->changed.notify();
}

void ShimLink::onEof(std::uint32_t id) {
    // The other side says no more: for everyone above a stream has one end, so this is it.
    m_session.close(id, {});
    endStream(id, 0, {});
}

void ShimLink::onClose(std::uint32_t id, const shim::CloseNotice& notice) {
    endStream(id, notice.status, notice.failure);
}
void ShimLink::onResize(std::uint32_t, int, int) {}
void ShimLink::onSignal(std::uint32_t, int) {}

void ShimLink::onStatus(const shim::StatusNotice& notice) {
    if (m_told) m_told(notice);
}

void ShimLink::onStop(std::uint32_t) {}

}  // namespace ph::engine
