#include "http/socket_stream.h"

#include <boost/asio/error.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace ph::http {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Received ciphertext is read ahead this far: one system call for a whole record.
constexpr std::size_t kReadAhead = 17 * 1024;
/// Plaintext encrypted before the records are sent in one go.
constexpr std::size_t kWriteBatch = 128 * 1024;

const error_code kTlsFailed = boost::system::errc::make_error_code(boost::system::errc::protocol_error);

/// OpenSSL over a memory pair of our own: records are collected and sent together, and no call of it touches the
/// socket's SIGPIPE.
class TlsStream final : public SocketStream {
public:
    TlsStream(StreamSocket socket, SSL_CTX& context) : SocketStream(std::move(socket)), m_ssl(SSL_new(&context)) {
        if (!m_ssl) throw std::bad_alloc();
        BIO* bio = BIO_new(method());
        if (!bio) throw std::bad_alloc();
        BIO_set_data(bio, this);
        BIO_set_init(bio, 1);
        SSL_set_bio(m_ssl.get(), bio, bio);
        SSL_set_accept_state(m_ssl.get());
    }

    asio::awaitable<error_code> handshake() override {
        while (true) {
            ERR_clear_error();
            const int outcome = SSL_do_handshake(m_ssl.get());
            const int why = SSL_get_error(m_ssl.get(), outcome);
            auto flushing = flush();
            const error_code notSent = co_await std::move(flushing);
            if (notSent) co_return notSent;
            if (outcome == 1) co_return error_code{};
            auto filling = fill(why);
            const error_code failed = co_await std::move(filling);
            if (failed) co_return failed;
        }
    }

    asio::awaitable<IoResult> readSome(asio::mutable_buffer into) override {
        while (true) {
            ERR_clear_error();
            std::size_t count = 0;
            const int outcome = SSL_read_ex(m_ssl.get(), into.data(), into.size(), &count);
            const int why = SSL_get_error(m_ssl.get(), outcome);
            if (!m_toSend.empty()) {
                auto flushing = flush();
                const error_code notSent = co_await std::move(flushing);
                if (notSent) co_return IoResult{notSent, 0};
            }
            if (outcome == 1) co_return IoResult{{}, count};
            auto filling = fill(why);
            const error_code failed = co_await std::move(filling);
            if (failed) co_return IoResult{failed, 0};
        }
    }

    asio::awaitable<error_code> write(asio::const_buffer bytes) override {
        while (bytes.size() > 0) {
            const auto part = asio::buffer(bytes, kWriteBatch);
            ERR_clear_error();
            std::size_t count = 0;
            // The pair takes everything, so this either writes the whole part or fails for good.
            if (SSL_write_ex(m_ssl.get(), part.data(), part.size(), &count) != 1) co_return kTlsFailed;
            bytes += count;
            auto flushing = flush();
            const error_code failed = co_await std::move(flushing);
            if (failed) co_return failed;
        }
        co_return error_code{};
    }

    asio::awaitable<void> finish() override {
        ERR_clear_error();
        if (SSL_is_init_finished(m_ssl.get())) SSL_shutdown(m_ssl.get());
        auto flushing = flush();
        co_await std::move(flushing);
        finishSending();
    }

private:
    asio::awaitable<error_code> flush() {
        // Two coroutines may flush at once (one reads, one writes): each goes on from what is left.
        while (m_sent < m_toSend.size()) {
            const IoResult sent = sendNow(asio::buffer(m_toSend.data() + m_sent, m_toSend.size() - m_sent));
            m_sent += sent.count;
            if (!sent.error) continue;
            if (sent.error != asio::error::would_block) co_return sent.error;
            auto waiting = waitWritable();
            const error_code failed = co_await std::move(waiting);
            if (failed) co_return failed;
        }
        m_toSend.clear();
        m_sent = 0;
        co_return error_code{};
    }

    /// Waits for what OpenSSL asked for after a call that did not succeed.
    asio::awaitable<error_code> fill(int why) {
        if (why == SSL_ERROR_ZERO_RETURN) co_return asio::error::eof;
        if (why != SSL_ERROR_WANT_READ) co_return m_failure ? m_failure : kTlsFailed;
        auto waiting = waitReadable();
        co_return co_await std::move(waiting);
    }

    int take(char* into, int size) {
        if (m_begin == m_end) {
            m_received.resize(kReadAhead);
            const IoResult got = receiveNow(asio::buffer(m_received));
            m_begin = 0;
            m_end = got.count;
            if (got.error == asio::error::would_block) return -1;
            if (got.error) {
                m_failure = got.error;
                return 0;
            }
        }
        const std::size_t count = std::min(static_cast<std::size_t>(size), m_end - m_begin);
        std::memcpy(into, m_received.data() + m_begin, count);
        m_begin += count;
        return static_cast<int>(count);
    }

    static TlsStream& of(BIO* bio) { return *static_cast<TlsStream*>(BIO_get_data(bio)); }

    static int bioRead(BIO* bio, char* into, int size) {
        BIO_clear_retry_flags(bio);
        const int count = of(bio).take(into, size);
        if (count < 0) BIO_set_retry_read(bio);
        return count;
    }

    static int bioWrite(BIO* bio, const char* from, int size) {
        BIO_clear_retry_flags(bio);
        of(bio).m_toSend.append(from, static_cast<std::size_t>(size));
        return size;
    }

    static long bioControl(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

    static const BIO_METHOD* method() {
        static const BIO_METHOD* const made = [] {
            BIO_METHOD* m = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "pilothouse stream");
            BIO_meth_set_read(m, &bioRead);
            BIO_meth_set_write(m, &bioWrite);
            BIO_meth_set_ctrl(m, &bioControl);
            return m;
        }();
        return made;
    }

    struct FreeSsl {
        void operator()(SSL* ssl) const { SSL_free(ssl); }
    };
    std::unique_ptr<SSL, FreeSsl> m_ssl;
    std::string m_received;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::string m_toSend;
    std::size_t m_sent = 0;
    error_code m_failure;
};

}  // namespace

std::unique_ptr<ByteStream> makeTlsStream(StreamSocket socket, SSL_CTX& context) {
    return std::make_unique<TlsStream>(std::move(socket), context);
}

}  // namespace ph::http
