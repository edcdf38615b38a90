#include "http/byte_stream.h"

#include "http/test_client.h"
#include "http/tls_identity.h"
#include "support/logic_thread.h"
#include "support/program.h"

#include <boost/asio/error.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <sys/socket.h>
#include <unistd.h>

namespace ph::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// A stream with its far end in hand, plain or encrypted.
class ByteStreamTest : public ::testing::TestWithParam<bool> {
protected:
    ByteStreamTest() {
        int ends[2];
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        m_far = ends[1];
        StreamSocket socket(logic.executor(), asio::generic::stream_protocol(AF_UNIX, 0), ends[0]);
        if (!GetParam()) {
            stream = makePlainStream(std::move(socket));
            return;
        }
        m_identity.emplace(TlsIdentity::open(m_folder.path(), SystemClock()).value());
        stream = makeTlsStream(std::move(socket), m_identity->context());
        m_context = SSL_CTX_new(TLS_client_method());
        m_ssl = SSL_new(m_context);
        SSL_set_fd(m_ssl, m_far);
        auto greeting = begin(logic.io(), stream->handshake());
        EXPECT_EQ(SSL_connect(m_ssl), 1);
        EXPECT_FALSE(greeting.get());
    }
    ~ByteStreamTest() override {
        logic.call([this] {
            stream.reset();
            return 0;
        });
        hangUp();
        SSL_free(m_ssl);
        SSL_CTX_free(m_context);
    }

    bool put(std::string_view bytes) {
        if (m_ssl) return SSL_write(m_ssl, bytes.data(), static_cast<int>(bytes.size())) > 0;
        return ::send(m_far, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0;
    }
    std::string get() {
        std::string bytes(64 * 1024, '\0');
        const long count = m_ssl ? SSL_read(m_ssl, bytes.data(), static_cast<int>(bytes.size()))
                                 : ::recv(m_far, bytes.data(), bytes.size(), 0);
        bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return bytes;
    }
    void hangUp() {
        if (m_far >= 0) ::close(std::exchange(m_far, -1));
    }
    IoResult read(std::string& into) {
        into.resize(4096);
        const IoResult got = logic.run(stream->readSome(asio::buffer(into)));
        into.resize(got.count);
        return got;
    }

    test::LogicThread logic;
    std::unique_ptr<ByteStream> stream;

private:
    test::TemporaryFolder m_folder;
    std::optional<TlsIdentity> m_identity;
    int m_far = -1;
    SSL_CTX* m_context = nullptr;
    SSL* m_ssl = nullptr;
};

TEST_P(ByteStreamTest, CarriesBytesBothWays) {
    ASSERT_TRUE(put("to the server"));
    std::string bytes;
    EXPECT_FALSE(read(bytes).error);
    EXPECT_EQ(bytes, "to the server");
    const std::string answer = "to the client";
    EXPECT_FALSE(logic.run(stream->write(asio::buffer(answer))));
    EXPECT_EQ(get(), answer);
}

TEST_P(ByteStreamTest, WritesMoreThanThePipeHolds) {
    std::string large;
    while (large.size() < (6U << 20)) large += std::to_string(large.size()) + ",";
    auto writing = begin(logic.io(), stream->write(asio::buffer(large)));
    std::string got;
    while (got.size() < large.size()) {
        const auto piece = get();
        ASSERT_FALSE(piece.empty());
        got += piece;
    }
    EXPECT_FALSE(writing.get());
    EXPECT_EQ(got, large);
}

TEST_P(ByteStreamTest, ReadsAndWritesAtTheSameTime) {
    std::string waiting(100, '\0');
    auto reading = begin(logic.io(), stream->readSome(asio::buffer(waiting)));
    const std::string answer = "unasked";
    EXPECT_FALSE(logic.run(stream->write(asio::buffer(answer))));
    EXPECT_EQ(get(), answer);
    ASSERT_TRUE(put("at last"));
    const IoResult got = reading.get();
    EXPECT_FALSE(got.error);
    EXPECT_EQ(waiting.substr(0, got.count), "at last");
}

TEST_P(ByteStreamTest, TellsTheEnd) {
    hangUp();
    std::string bytes;
    // A peer that goes without reading what was sent to it (TLS session tickets) resets the connection.
    const auto error = read(bytes).error;
    EXPECT_TRUE(error == asio::error::eof || error == asio::error::connection_reset) << error.message();
    EXPECT_TRUE(logic.call([this] { return stream->peerGone(); }));
}

TEST_P(ByteStreamTest, KnowsThatThePeerIsThere) {
    EXPECT_FALSE(logic.call([this] { return stream->peerGone(); }));
    put("bytes wait");
    EXPECT_FALSE(logic.call([this] { return stream->peerGone(); }));
}

TEST_P(ByteStreamTest, GoesOnReadingAfterItSaidThatItHasFinished) {
    logic.run(stream->finish());
    EXPECT_EQ(get(), "");
    ASSERT_TRUE(put("still here"));
    std::string bytes;
    EXPECT_FALSE(read(bytes).error);
    EXPECT_EQ(bytes, "still here");
}

TEST_P(ByteStreamTest, EndsWaitingCallsWhenItIsClosed) {
    std::string waiting(100, '\0');
    auto reading = begin(logic.io(), stream->readSome(asio::buffer(waiting)));
    logic.call([this] {
        stream->close();
        stream->close();
        return 0;
    });
    EXPECT_TRUE(reading.get().error);
    const std::string late = "too late";
    EXPECT_TRUE(logic.run(stream->write(asio::buffer(late))));
    std::string bytes;
    EXPECT_TRUE(read(bytes).error);
}

TEST_P(ByteStreamTest, GoesOnAfterAReadWasInterrupted) {
    std::string waiting(100, '\0');
    auto reading = begin(logic.io(), stream->readSome(asio::buffer(waiting)));
    logic.call([this] {
        stream->interrupt();
        return 0;
    });
    EXPECT_TRUE(reading.get().error);
    const std::string answer = "you are late";
    EXPECT_FALSE(logic.run(stream->write(asio::buffer(answer))));
    EXPECT_EQ(get(), answer);
    ASSERT_TRUE(put("sorry"));
    std::string bytes;
    EXPECT_FALSE(read(bytes).error);
    EXPECT_EQ(bytes, "sorry");
}

TEST_P(ByteStreamTest, FailsToWriteToAPeerThatIsGone) {
    hangUp();
    const std::string bytes(1 << 20, 'x');
    EXPECT_TRUE(logic.run(stream->write(asio::buffer(bytes))));
}

INSTANTIATE_TEST_SUITE_P(Kinds, ByteStreamTest, ::testing::Values(false, true),
                         [](const auto& kind) { return std::string(kind.param ? "Encrypted" : "Plain"); });

TEST(TlsHandshake, FailsOnBytesThatAreNone) {
    test::LogicThread logic;
    test::TemporaryFolder folder;
    const auto identity = TlsIdentity::open(folder.path(), SystemClock()).value();
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    auto stream = makeTlsStream(StreamSocket(logic.executor(), asio::generic::stream_protocol(AF_UNIX, 0), ends[0]),
                                identity.context());
    ASSERT_GT(::send(ends[1], "GET / HTTP/1.1\r\n\r\n", 18, MSG_NOSIGNAL), 0);
    EXPECT_TRUE(logic.run(stream->handshake()));
    ::close(ends[1]);
    logic.call([&] {
        stream.reset();
        return 0;
    });
}

}  // namespace
}  // namespace ph::http
