#include "http/live_site.h"

namespace ph::test {
namespace {

class EventRoutes : public LiveTest {
protected:
    TestWebSocket open(const std::string& query = {}, std::string_view token = {}) {
        return TestWebSocket(site.connect(), "/api/v1/events" + query,
                             token.empty() ? std::string_view(site.root) : token);
    }
    static boost::json::value frame(TestWebSocket& socket) {
        const auto message = socket.readMessage();
        return message ? boost::json::parse(message->payload) : boost::json::value();
    }
    /// Names of jobs in the events of the frames that come, until there are `count`.
    static std::vector<std::string> jobs(TestWebSocket& socket, std::size_t count) {
        std::vector<std::string> names;
        std::int64_t last = 0;
        while (names.size() < count) {
            const auto next = frame(socket);
            if (next.is_null()) break;
            for (const auto& event : next.at("events").as_array()) {
                EXPECT_GT(event.at("seq").as_int64(), last) << "each event once and in order";
                last = event.at("seq").as_int64();
                if (event.at("kind") == "job_changed") names.emplace_back(event.at("row").at("name").as_string());
            }
        }
        return names;
    }
    void submit(const std::string& name, std::string_view token = {}) {
        site.submit(token.empty() ? std::string_view(site.root) : token,
                    fmt::format(R"({{"command":["true"],"name":"{}"}})", name));
    }
    std::string position() { return std::string(site.get("/api/v1/jobs").at("position").as_string()); }
};

TEST_F(EventRoutes, BeginsAtTheHeadAndTellsWhatFollows) {
    submit("before");
    auto socket = open();
    ASSERT_EQ(socket.status(), 101);
    const auto first = frame(socket);
    EXPECT_EQ(first.at("from"), first.at("to"));
    EXPECT_EQ(first.at("to").as_string(), position());
    EXPECT_EQ(first.at("events").as_array().size(), 0U);
    submit("after");
    EXPECT_EQ(jobs(socket, 1), (std::vector<std::string>{"after"}));
}

TEST_F(EventRoutes, GoesOnFromAPositionWithoutAGap) {
    submit("seen");
    const auto from = position();
    submit("one");
    submit("two");
    auto socket = open("?from=" + from);
    EXPECT_EQ(jobs(socket, 2), (std::vector<std::string>{"one", "two"}));
    submit("three");
    EXPECT_EQ(jobs(socket, 1), (std::vector<std::string>{"three"}));
}

TEST_F(EventRoutes, MissesNothingWhileItCatchesUp) {
    const auto from = position();
    std::atomic<bool> stop = false;
    std::thread writer([&] {
        for (int i = 0; i < 60; ++i) submit(fmt::format("job {}", i));
        stop = true;
    });
    EXPECT_TRUE(eventually([&] { return position() != from; }));
    auto socket = open("?from=" + from);
    const auto seen = jobs(socket, 60);
    writer.join();
    ASSERT_EQ(seen.size(), 60U);
    for (int i = 0; i < 60; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], fmt::format("job {}", i));
}

TEST_F(EventRoutes, AsksForAResyncAfterAnUnknownPosition) {
    submit("one");
    for (const auto* from : {"?from=999.1", "?from=1.999999"}) {
        auto socket = open(from);
        ASSERT_EQ(socket.status(), 101);
        const auto first = frame(socket);
        EXPECT_EQ(first.at("resync"), true) << from;
        EXPECT_EQ(first.at("to").as_string(), position()) << from;
    }
    EXPECT_EQ(open("?from=nonsense").status(), 400);
}

TEST_F(EventRoutes, ShowsPeopleOnlyWhatTheyMaySee) {
    const auto uma = site.tokenOf("uma");
    auto socket = open({}, uma);
    ASSERT_EQ(frame(socket).at("events").as_array().size(), 0U);
    submit("of root");
    submit("of uma", uma);
    EXPECT_EQ(jobs(socket, 1), (std::vector<std::string>{"of uma"}));
}

TEST_F(EventRoutes, EndsWithAResyncWhenRightsChange) {
    const auto uma = site.tokenOf("uma");
    const auto id = UserId::parse(std::string(site.get("/api/v1/me", uma).at("user").at("id").as_string())).value();
    auto socket = open({}, uma);
    frame(socket);
    site.hub.rightsChanged(id);
    EXPECT_EQ(frame(socket).at("resync"), true);
    EXPECT_EQ(socket.closeCode(), 1001);
}

TEST_F(EventRoutes, CarriesTheStoredRowAsItIs) {
    auto socket = open();
    frame(socket);
    submit("a \\\"quoted\\\" näme");
    const auto event = frame(socket).at("events").at(0);
    EXPECT_EQ(event.at("kind"), "job_changed");
    EXPECT_EQ(event.at("row").at("name"), "a \"quoted\" näme");
    EXPECT_EQ(event.at("row").at("id"), event.at("object"));
    EXPECT_EQ(event.at("row").at("seq"), event.at("seq"));
}

TEST_F(EventRoutes, PagesThroughTheLog) {
    const auto from = position();
    for (int i = 0; i < 5; ++i) submit(fmt::format("job {}", i));
    std::vector<std::string> names;
    std::string after = from;
    for (int pages = 0; pages < 10; ++pages) {
        const auto page = site.get("/api/v1/event-log?limit=2&after=" + after);
        if (page.at("items").as_array().empty()) break;
        for (const auto& event : page.at("items").as_array())
            names.emplace_back(event.at("row").at("name").as_string());
        after = std::string(page.at("next").as_string());
    }
    EXPECT_EQ(names, (std::vector<std::string>{"job 0", "job 1", "job 2", "job 3", "job 4"}));
    EXPECT_EQ(site.get("/api/v1/event-log").at("next").as_string(), position());
    auto client = site.connect();
    EXPECT_EQ(client.request("GET", "/api/v1/event-log?after=999.1", site.root).status, 410);
    EXPECT_EQ(client.request("GET", "/api/v1/event-log?after=x", site.root).status, 400);
}

}  // namespace
}  // namespace ph::test
