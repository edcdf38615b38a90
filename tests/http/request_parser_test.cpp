#include "http/request_parser.h"

#include <gtest/gtest.h>

#include <random>

namespace ph::http {
namespace {

using State = RequestParser::State;

/// Gives `bytes` in parts that end at each of `cuts`, as a connection does: what is not used comes again with more.
struct Feeder {
    RequestParser parser;
    std::string waiting;
    std::string body;

    void give(std::string_view part) {
        waiting += part;
        while (parser.state() == State::Header || parser.state() == State::Body) {
            const std::size_t used = parser.feed(waiting);
            waiting.erase(0, used);
            if (parser.state() != State::Malformed) body += parser.takeBody();
            if (used == 0) break;
        }
    }
};

constexpr std::string_view kPost =
    "POST /api/v1/jobs?dry_run=true HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
    "5\r\n\r\n[1,2]";

TEST(RequestParserTest, TellsThePartsOfARequest) {
    Feeder feeder;
    feeder.give(kPost);
    EXPECT_EQ(feeder.parser.state(), State::Complete);
    EXPECT_EQ(feeder.parser.method(), "POST");
    EXPECT_EQ(feeder.parser.target(), "/api/v1/jobs?dry_run=true");
    EXPECT_EQ(feeder.parser.header("content-TYPE"), "application/json");
    EXPECT_EQ(feeder.parser.header("Absent"), "");
    EXPECT_EQ(feeder.parser.headerCount("Host"), 1U);
    EXPECT_EQ(feeder.parser.contentLength(), 5U);
    EXPECT_EQ(feeder.body, "[1,2]");
    EXPECT_TRUE(feeder.parser.keepAlive());
    EXPECT_TRUE(feeder.parser.http11());
    EXPECT_FALSE(feeder.parser.webSocketUpgrade());
}

TEST(RequestParserTest, SaysTheSameHoweverTheBytesAreSplit) {
    for (std::size_t first = 0; first <= kPost.size(); ++first)
        for (std::size_t second = first; second <= kPost.size(); second += 7) {
            Feeder feeder;
            feeder.give(kPost.substr(0, first));
            feeder.give(kPost.substr(first, second - first));
            feeder.give(kPost.substr(second));
            ASSERT_EQ(feeder.parser.state(), State::Complete) << first << " " << second;
            ASSERT_EQ(feeder.body, "[1,2]") << first << " " << second;
        }
}

TEST(RequestParserTest, JoinsChunksHoweverTheyAreSplit) {
    constexpr std::string_view kChunked =
        "PUT /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;ext=1\r\nhello\r\nA\r\n, "
        "chunks!!\r\n0\r\nTrailer: x\r\n\r\n";
    for (std::size_t first = 0; first <= kChunked.size(); ++first) {
        Feeder feeder;
        feeder.give(kChunked.substr(0, first));
        for (std::size_t at = first; at < kChunked.size(); ++at) feeder.give(kChunked.substr(at, 1));
        ASSERT_EQ(feeder.parser.state(), State::Complete) << first;
        ASSERT_EQ(feeder.body, "hello, chunks!!") << first;
    }
}

TEST(RequestParserTest, LeavesTheNextRequestAlone) {
    RequestParser parser;
    const std::string two = std::string("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n") + "GET /2 HTTP/1.1\r\n";
    EXPECT_EQ(two.substr(parser.feed(two)), "GET /2 HTTP/1.1\r\n");
    EXPECT_EQ(parser.state(), State::Complete);
    EXPECT_EQ(parser.target(), "/1");
}

TEST(RequestParserTest, LimitsTheHeader) {
    Feeder feeder;
    feeder.give("GET / HTTP/1.1\r\nX: ");
    for (int i = 0; i < 20 && feeder.parser.state() == State::Header; ++i) feeder.give(std::string(1024, 'x'));
    EXPECT_EQ(feeder.parser.state(), State::HeaderTooLarge);
}

TEST(RequestParserTest, KnowsAnUpgrade) {
    Feeder feeder;
    feeder.give(
        "GET /s HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
        "13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    EXPECT_TRUE(feeder.parser.webSocketUpgrade());
}

TEST(RequestParserTest, RefusesWhatTwoReadersCouldTakeDifferently) {
    for (const auto* head :
         {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n",
          "Content-Length: 0x5\r\n", "Content-Length : 5\r\n", "Bad\x01Name: x\r\n"}) {
        Feeder feeder;
        feeder.give(std::string("POST / HTTP/1.1\r\nHost: a\r\n") + head + "\r\nhello");
        EXPECT_EQ(feeder.parser.state(), State::Malformed) << head;
    }
}

TEST(RequestParserTest, SurvivesNoise) {
    std::mt19937 random(11);
    for (int round = 0; round < 3000; ++round) {
        std::string bytes(kPost);
        for (unsigned changes = random() % 6; changes > 0; --changes)
            bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
        Feeder feeder;
        for (std::size_t at = 0; at < bytes.size();) {
            const std::size_t size = 1 + random() % 40;
            feeder.give(std::string_view(bytes).substr(at, size));
            at += size;
        }
        EXPECT_LE(feeder.body.size(), bytes.size());
    }
}

}  // namespace
}  // namespace ph::http
