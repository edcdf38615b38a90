#include "http/live_site.h"

namespace ph::test {
namespace {

using namespace std::chrono_literals;
using http::ConnectionTable;
using http::HttpServer;

std::string stranger(int number) {
    return fmt::format("127.0.0.{}", 2 + number);
}

/// A server and somebody on it, whom the crowd that comes must not harm.
class Flood : public ServerTest {
protected:
    void open(const std::function<void(HttpServer::Options&)>& adjust) {
        start(adjust);
        uma.emplace(connect());
        ASSERT_EQ(uma->request("GET", "/api/v1/items/7", "user").status, 200);
    }
    bool umaGoesOn() { return uma->request("GET", "/api/v1/items/7", "user").status == 200; }
    /// Whether somebody new can come from an address and log in.
    bool letsIn(const std::string& from) {
        try {
            return server->connect(from).request("GET", "/api/v1/items/7", "user").status == 200;
        } catch (const std::runtime_error&) {
            return false;
        }
    }
    std::size_t turnedAway(const std::string& what) {
        const auto text = server->metricsText();
        const auto place = text.find("pilothouse_http_turned_away_total{what=\"" + what + "\"} ");
        return place == std::string::npos ? 0 : std::stoul(text.substr(text.find(' ', place)));
    }

    std::optional<TestClient> uma;
};

TEST_F(Flood, AConnectionThatSaysNothingIsCut) {
    open([](auto& options) { options.limits.handshake = 50ms; });
    auto silent = TestClient::raw(server->port());
    EXPECT_TRUE(silent.ended());
    EXPECT_TRUE(umaGoesOn());
}

TEST_F(Flood, AHandshakeThatComesByteByByteIsCut) {
    open([](auto& options) { options.limits.handshake = 50ms; });
    auto slow = TestClient::raw(server->port());
    // The head of a TLS record of 512 bytes, and then one of them now and then.
    slow.send(std::string("\x16\x03\x01\x02\x00", 5));
    for (int i = 0; i < 500 && slow.send("x"); ++i) std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(slow.ended());
}

TEST_F(Flood, WhatIsNoTlsIsCutAtOnce) {
    open({});
    auto garbage = TestClient::raw(server->port());
    garbage.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    while (!garbage.receive().empty()) {
    }
    EXPECT_TRUE(umaGoesOn());
}

TEST_F(Flood, AnUploadThatComesByteByByteIsTold) {
    open([](auto& options) {
        options.limits.body = 100ms;
        options.limits.slowestUpload = 1 << 20;
    });
    uma->send(requestHead("PUT", "/api/v1/upload", "user", "Content-Length: 100000\r\n\r\n"));
    for (int i = 0; i < 500 && uma->send("x"); ++i) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(uma->read().status, 408);
    EXPECT_TRUE(uma->ended());
}

TEST_F(Flood, AnUploadMayTakeLongIfItIsLarge) {
    open([](auto& options) {
        options.limits.body = 100ms;
        options.limits.slowestUpload = 1 << 10;
    });
    uma->send(requestHead("PUT", "/api/v1/upload", "user", "Content-Length: 200000\r\n\r\n"));
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(uma->send(std::string(10'000, 'x')));
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_EQ(uma->read().status, 201) << "what came bought time";
}

TEST_F(Flood, HalfOpenConnectionsKeepNobodyOut) {
    open([](auto& options) {
        options.connections.greeting = 8;
        options.connections.greetingOfNetwork = 4;
    });
    std::vector<TestClient> silent;
    for (int round = 0; round < 10; ++round)
        for (int i = 0; i < 5; ++i) silent.push_back(TestClient::raw(server->port(), stranger(i)));
    EXPECT_TRUE(letsIn(stranger(50)));
    EXPECT_TRUE(letsIn(stranger(0))) << "even where they come from";
    EXPECT_TRUE(umaGoesOn());
    EXPECT_TRUE(silent.front().ended()) << "the oldest goes for the newest";
    EXPECT_GE(turnedAway("pushed_out"), 42U);
}

TEST_F(Flood, IdleStrangersKeepNobodyOut) {
    open([](auto& options) {
        options.connections = ConnectionTable::Bounds::sharesOf(64);
        // A client may think its handshake over before the server does.
        options.connections.greeting = options.connections.greetingOfNetwork = 48;
    });
    std::vector<TestClient> idle;
    for (int i = 0; i < 60; ++i) idle.push_back(server->connect(stranger(i / 4)));
    EXPECT_EQ(turnedAway("pushed_out"), 60U - 48U) << "strangers leave room";
    std::vector<TestClient> colleagues;
    for (int i = 0; i < 15; ++i) {
        colleagues.push_back(connect());
        EXPECT_EQ(colleagues.back().request("GET", "/api/v1/items/7", "admin").status, 200);
    }
    EXPECT_FALSE(letsIn("127.0.0.1")) << "an address has its share, however well it is known";
    EXPECT_TRUE(letsIn(stranger(100)));
    EXPECT_TRUE(umaGoesOn());
    for (auto& colleague : colleagues) EXPECT_EQ(colleague.request("GET", "/api/v1/items/7", "admin").status, 200);
}

TEST_F(Flood, AStormOfConnectionsIsTurnedAwayAtTheDoor) {
    open([](auto& options) {
        options.rates.connections = {1, 3};
        options.rates.strangersConnections = {1, 20};
    });
    int served = 0;
    for (int i = 0; i < 200; ++i) {
        try {
            served += server->connect(stranger(i % 10)).request("GET", "/api/v1/public").status == 200 ? 1 : 0;
        } catch (const std::runtime_error&) {
        }
    }
    EXPECT_EQ(served, 20 - 1) << "and the first was hers";
    EXPECT_EQ(turnedAway("rate"), 200U - served);
    EXPECT_FALSE(letsIn(stranger(100)));
    EXPECT_TRUE(letsIn("127.0.0.1")) << "somebody has logged in from there";
    EXPECT_TRUE(umaGoesOn());
    clock.advance(2s);
    EXPECT_TRUE(letsIn(stranger(100)));
}

TEST_F(Flood, RequestsOfStrangersAreCountedByAddress) {
    open([](auto& options) { options.rates.strangersRequests = {0.5, 3}; });
    auto noisy = server->connect(stranger(0));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(noisy.request("GET", "/api/v1/public").status, 200);
    const auto answer = noisy.request("GET", "/api/v1/nothing");
    EXPECT_EQ(answer.status, 429) << "whatever it asks for";
    EXPECT_EQ(errorOf(answer), "too-many-requests");
    EXPECT_EQ(answer.headers.at("retry-after"), "2");
    EXPECT_EQ(answer.headers.at("connection"), "close");
    EXPECT_TRUE(boost::json::parse(answer.body).at("retryable").as_bool());
    EXPECT_TRUE(noisy.ended());
    EXPECT_EQ(server->connect(stranger(1)).request("GET", "/api/v1/public").status, 200);
    EXPECT_TRUE(umaGoesOn());
    clock.advance(2s);
    EXPECT_EQ(server->connect(stranger(0)).request("GET", "/api/v1/public").status, 200);
}

TEST_F(Flood, WrongTokensAreNotEvenLookedUpAfterTooMany) {
    open([](auto& options) { options.rates.strangersRequests = {1, 3}; });
    auto guesser = server->connect(stranger(0));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(guesser.request("GET", "/api/v1/items/7", "guess").status, 401);
    EXPECT_EQ(guesser.request("GET", "/api/v1/items/7", "guess").status, 429);
    EXPECT_TRUE(letsIn(stranger(0))) << "a token that is known to be valid passes wherever it comes from";
    EXPECT_EQ(server->connect(stranger(0)).request("GET", "/api/v1/items/7", "guess").status, 401)
        << "and the address is one of a member from then on";
}

TEST_F(Flood, EachTokenHasItsRate) {
    open([](auto& options) { options.rates.requests = {1, 5}; });
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(umaGoesOn());
    const auto answer = uma->request("GET", "/api/v1/items/7", "user");
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.headers.at("retry-after"), "1");
    EXPECT_EQ(uma->request("GET", "/api/v1/items/7", "admin").status, 200) << "the connection stays, others go on";
    clock.advance(1s);
    EXPECT_TRUE(umaGoesOn());
}

TEST_F(Flood, TheUnixSocketIsOpenWhateverHappensOnTheNetwork) {
    open([](auto& options) {
        options.connections = ConnectionTable::Bounds::sharesOf(4);
        options.rates = {{1, 4}, {1, 4}, {1, 1}, {1, 1}};
    });
    for (int i = 0; i < 20; ++i) letsIn(stranger(i));
    auto local = TestClient::local(server->socketPath());
    for (int i = 0; i < 20; ++i) EXPECT_EQ(local.request("GET", "/api/v1/site").status, 200);
}

/// The whole way to a session, with the real services.
class LoginFlood : public LiveTest {
protected:
    Answer logIn(const std::string& from, const std::string& user, const std::string& password) {
        auto client = site.server->connect(from);
        return client.request("POST", "/api/v1/sessions", {},
                              fmt::format(R"({{"user":"{}","password":"{}"}})", user, password));
    }
};

TEST_F(LoginFlood, WhoIsGuessedAtCanStillLogIn) {
    site.tokenOf("uma");
    Answer refused;
    int tries = 0;
    while (tries < 50 && refused.status != 429) refused = logIn(stranger(tries++ % 3), "uma", "a wrong password");
    EXPECT_EQ(errorOf(refused), "login-back-off");
    EXPECT_EQ(tries, 3 * 5 + 1);
    const auto login = logIn("127.0.0.1", "uma", kRootPassword);
    ASSERT_EQ(login.status, 201) << "from where nobody guessed";
    const std::string token(boost::json::parse(login.body).at("token").as_string());
    EXPECT_EQ(logIn(stranger(0), "uma", kRootPassword).status, 429) << "the right password tells a guesser nothing";
    EXPECT_EQ(site.get("/api/v1/me", token).at("user").at("name"), "uma");
}

TEST_F(LoginFlood, WhoTriesManyNamesIsSlowedDownAlone) {
    site.tokenOf("uma");
    Answer refused;
    int tries = 0;
    while (tries < 50 && refused.status != 429)
        refused = logIn(stranger(0), fmt::format("name{}", tries++), "a wrong password");
    EXPECT_EQ(errorOf(refused), "login-back-off");
    EXPECT_EQ(refused.headers.at("retry-after"), "2");
    EXPECT_EQ(tries, 16 + 1);
    EXPECT_EQ(logIn(stranger(1), "uma", kRootPassword).status, 201);
}

}  // namespace
}  // namespace ph::test
