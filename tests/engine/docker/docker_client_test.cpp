#include "engine/docker/docker_client.h"

#include "engine/docker/docker_json.h"
#include "engine/docker/rude_server.h"
#include "support/logic_thread.h"

#include <gtest/gtest.h>

namespace ph::engine {

using namespace std::chrono_literals;
using test::RudeServer;

namespace {

const std::string kVersion = R"({"Version":"20.10","ApiVersion":"1.41","MinAPIVersion":"1.12"})";

/// A client of a server that answers the greeting well and everything else as it is told.
class DockerClients : public ::testing::Test {
protected:
    void serve(std::vector<std::string> pieces, const std::string& version = kVersion) {
        m_server.emplace([pieces = std::move(pieces), version](const std::string& head) {
            if (head.starts_with("GET /version ")) return std::vector<std::string>{RudeServer::answer(200, version)};
            return pieces;
        });
        m_client.emplace(m_logic.executor(), m_server->path());
    }
    template <class T>
    T on(boost::asio::awaitable<T> work) {
        return m_logic.run(std::move(work));
    }
    DockerClient& client() { return *m_client; }
    std::string lastAsked() const { return m_server->asked(); }
    std::string inspected(const std::string& id = "c") {
        const auto state = on(client().inspect(id));
        if (!state)
            return std::string(state.error().id.name) + (state.error().retryable() ? " retryable: " : " final: ") +
                   state.error().detail;
        return *state ? (*state)->status : "none";
    }

    test::LogicThread m_logic;
    std::optional<RudeServer> m_server;
    std::optional<DockerClient> m_client;
};

std::vector<std::string> bytewise(const std::string& text) {
    std::vector<std::string> pieces;
    for (const char c : text) pieces.emplace_back(1, c);
    return pieces;
}

}  // namespace

TEST_F(DockerClients, SpeaksTheNewestVersionThatBothKnow) {
    serve({RudeServer::answer(200, R"({"Id":"1","State":{"Status":"exited","Running":false}})")});
    EXPECT_EQ(inspected("a b"), "exited");
    EXPECT_EQ(lastAsked(), "GET /v1.41/containers/a%20b/json HTTP/1.1");
    serve({RudeServer::answer(200, R"({"Id":"1","State":{"Status":"exited"}})")},
          R"({"ApiVersion":"1.99","MinAPIVersion":"1.44"})");
    EXPECT_EQ(inspected(), "exited");
    EXPECT_EQ(lastAsked(), "GET /v1.51/containers/c/json HTTP/1.1");
}

TEST_F(DockerClients, AHostThatIsTooOldOrTooNewIsRefusedWithBothVersions) {
    serve({}, R"({"ApiVersion":"1.24","MinAPIVersion":"1.12"})");
    const auto old = on(client().greet());
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().id, kEngineTooOld);
    EXPECT_FALSE(old.error().retryable());
    EXPECT_EQ(old.error().detail, "speaks 1.24, needed is 1.40");
    serve({}, R"({"ApiVersion":"1.99","MinAPIVersion":"1.90"})");
    EXPECT_EQ(on(client().greet()).error().id, kEngineTooNew);
    for (const char* nonsense : {R"({"ApiVersion":"2.0"})", R"({"ApiVersion":41})", "[]", "no JSON"}) {
        serve({}, nonsense);
        EXPECT_EQ(on(client().greet()).error().id, kEngineGarbled) << nonsense;
    }
}

TEST_F(DockerClients, WhereNobodyListensTheReasonIsSaid) {
    DockerClient nowhere(m_logic.executor(), "/nowhere/docker.sock");
    const auto greeted = on(nowhere.greet());
    ASSERT_FALSE(greeted);
    EXPECT_EQ(greeted.error().id, kEngineUnreachable);
    EXPECT_TRUE(greeted.error().retryable());
    EXPECT_EQ(greeted.error().detail, "/nowhere/docker.sock: No such file or directory");
    DockerClient tooLong(m_logic.executor(), "/" + std::string(200, 'x'));
    EXPECT_EQ(on(tooLong.greet()).error().id, kEngineUnreachable);
}

TEST_F(DockerClients, ForbiddenSocketsAreNotTriedInVain) {
    const auto error = engineBroken(make_error_code(boost::system::errc::permission_denied), "/s");
    EXPECT_EQ(error.id, kEngineForbidden);
    EXPECT_FALSE(error.retryable());
}

TEST_F(DockerClients, RefusalsCarryTheHostsOwnWordsAndSayWhetherToTryAgain) {
    const std::string words = R"({"message":"it said\nno"})";
    const struct {
        int status;
        const char* expected;
    } rows[] = {{400, "engine-invalid final: it said no"},    {409, "engine-conflict final: it said no"},
                {429, "engine-failed retryable: it said no"}, {500, "engine-failed retryable: it said no"},
                {503, "engine-failed retryable: it said no"}, {404, "none"}};
    for (const auto& row : rows) {
        serve({RudeServer::answer(row.status, words)});
        EXPECT_EQ(inspected(), row.expected) << row.status;
    }
    serve({RudeServer::answer(500, "<html>" + std::string(3000, 'x'))});
    EXPECT_EQ(inspected(), "engine-failed retryable: status 500");
    const std::string much = R"({"message":")" + std::string(3000, 'x') + R"("})";
    serve({RudeServer::answer(500, much)});
    EXPECT_LT(inspected().size(), 600u);
}

TEST_F(DockerClients, AnAnswerInPiecesIsWhole) {
    serve(bytewise(RudeServer::answer(200, R"({"Id":"1","State":{"Status":"running","Running":true}})")));
    EXPECT_EQ(inspected(), "running");
}

TEST_F(DockerClients, AnAnswerThatIsCutAnywhereIsNeitherBelievedNorWaitedFor) {
    const std::string whole = RudeServer::answer(200, R"({"Id":"1","State":{"Status":"running"}})");
    for (std::size_t length = 1; length < whole.size(); length += 7) {
        serve({whole.substr(0, length)});
        EXPECT_TRUE(inspected().starts_with("engine-unreachable retryable")) << length << " " << inspected();
    }
}

TEST_F(DockerClients, WhatIsNoAnswerIsGarbled) {
    for (const std::string nonsense : {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n"}) {
        serve({nonsense});
        EXPECT_TRUE(inspected().starts_with("engine-garbled retryable")) << inspected();
    }
    for (const char* body : {"nonsense", "{}", "[1]", R"({"Id":5})"}) {
        serve({RudeServer::answer(200, body)});
        EXPECT_TRUE(inspected().starts_with("engine-garbled retryable")) << inspected();
    }
    serve({"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"});
    EXPECT_TRUE(inspected().starts_with("engine-garbled retryable")) << inspected();
}

TEST_F(DockerClients, SilenceEndsAtTheDeadline) {
    serve({});
    const DockerTransport transport(m_logic.executor(), m_server->path());
    const auto answer = on(transport.exchange({"GET", "/silent", {}}, 50ms));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().id, kDeadline);
    EXPECT_TRUE(answer.error().retryable());
    const auto opened = on(transport.open({"GET", "/silent", {}}, 50ms));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().id, kDeadline);
}

TEST_F(DockerClients, WhatWasWantedAnywayIsNoError) {
    for (const int status : {204, 404, 409}) {
        serve({RudeServer::answer(status, "{}")});
        EXPECT_TRUE(on(client().remove("c"))) << status;
        EXPECT_TRUE(on(client().kill("c"))) << status;
    }
    serve({RudeServer::answer(500, "{}")});
    EXPECT_FALSE(on(client().remove("c")));
    serve({RudeServer::answer(304, "")});
    EXPECT_TRUE(on(client().start("c")));
}

TEST_F(DockerClients, APullTellsItsProgressAndItsOwnError) {
    const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    const std::string lines = "{\"status\":\"Pulling\",\"id\":\"layer\"}\n{\"status\":\"Done\"}\n";
    std::vector<std::string> told;
    const std::function<bool(const std::string&)> listen = [&](const std::string& line) {
        told.push_back(line);
        return true;
    };
    serve(bytewise(head + RudeServer::chunk(lines.substr(0, 20)) + RudeServer::chunk(lines.substr(20)) +
                   RudeServer::chunk("")));
    EXPECT_TRUE(on(client().pull("registry.example:5000/a/b", listen)));
    EXPECT_EQ(told, (std::vector<std::string>{"Pulling layer", "Done "}));
    EXPECT_EQ(lastAsked(), "POST /v1.41/images/create?fromImage=registry.example%3A5000%2Fa%2Fb%3Alatest HTTP/1.1");
    serve({head + RudeServer::chunk("{\"error\":\"denied\"}\n") + RudeServer::chunk("")});
    const auto denied = on(client().pull("a:1", listen));
    ASSERT_FALSE(denied);
    EXPECT_EQ(denied.error().detail, "denied");
    EXPECT_EQ(lastAsked(), "POST /v1.41/images/create?fromImage=a%3A1 HTTP/1.1");
    serve({RudeServer::answer(404, R"({"message":"no such image"})")});
    EXPECT_EQ(on(client().pull("a", listen)).error().detail, "no such image");
}

TEST_F(DockerClients, APullThatIsNotWantedAnyMoreEnds) {
    serve({"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + RudeServer::chunk("{\"status\":\"Pulling\"}\n")});
    const auto ended = on(client().pull("a", [](const std::string&) { return false; }));
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().id, kUnavailable);
}

TEST_F(DockerClients, EventsComeOneByOneHoweverTheyAreCut) {
    const std::string lines = "{\"n\":1}\n{\"n\":2}\n\n{\"n\":3}\n";
    serve(bytewise("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + RudeServer::chunk(lines) +
                   RudeServer::chunk("")));
    EXPECT_FALSE(on(client().ends("a=b"))) << "nobody has been greeted";
    EXPECT_EQ(inspected().substr(0, 14), "engine-garbled");
    const auto events = on(client().ends("a=b"));
    ASSERT_TRUE(events) << events.error().detail;
    EXPECT_NE(lastAsked().find("die"), std::string::npos);
    for (const int n : {1, 2, 3}) {
        const auto event = on((*events)->next());
        ASSERT_TRUE(event && *event);
        EXPECT_EQ(numberAt(**event, "/n"), n);
    }
    const auto end = on((*events)->next());
    ASSERT_TRUE(end);
    EXPECT_FALSE(*end);
}

TEST_F(DockerClients, AListSaysStateAndLabelsOfEach) {
    serve({RudeServer::answer(
        200,
        R"([{"Id":"1","State":"running","Labels":{"a":"b","c":7}},{"Id":"","State":"x"},{"Id":"2","State":"created"}])")});
    const auto rows = on(client().list("a=b"));
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 2u);
    EXPECT_TRUE((*rows)[0].running);
    EXPECT_EQ((*rows)[0].labels, (std::map<std::string, std::string>{{"a", "b"}}));
    EXPECT_EQ((*rows)[1].status, "created");
    serve({RudeServer::answer(200, "{}")});
    EXPECT_EQ(on(client().list("a=b")).error().id, kEngineGarbled);
}

TEST_F(DockerClients, WhatTheHostHasIsReadAndUserMappingNoticed) {
    serve({RudeServer::answer(
        200,
        R"({"NCPU":2,"MemTotal":1024,"MemoryLimit":true,"CpuCfsQuota":false,"SecurityOptions":["name=seccomp,profile=default","name=userns"]})")});
    const auto host = on(client().greet());
    ASSERT_TRUE(host) << host.error().detail;
    EXPECT_EQ(host->cpus, 2);
    EXPECT_EQ(host->memory, 1024);
    EXPECT_TRUE(host->limitsMemory);
    EXPECT_FALSE(host->limitsCpu);
    EXPECT_TRUE(host->mapsUsers);
    EXPECT_EQ(host->api, "1.41");
}

TEST_F(DockerClients, ANetworkThatSomebodyElseMadeMeanwhileIsAsGood) {
    m_server.emplace([](const std::string& head) {
        if (head.starts_with("GET /version ")) return std::vector<std::string>{RudeServer::answer(200, kVersion)};
        if (head.starts_with("GET ")) return std::vector<std::string>{RudeServer::answer(404, "{}")};
        return std::vector<std::string>{RudeServer::answer(409, "{}")};
    });
    m_client.emplace(m_logic.executor(), m_server->path());
    EXPECT_TRUE(on(client().ensureNetwork("n", {{"a", "b"}})));
    EXPECT_TRUE(lastAsked().starts_with("POST /v1.41/networks/create "));
}

}  // namespace ph::engine
