// Many readers with different rights while much happens; tests/bench.sh events does the same with ten times as much.
#include "http/isolation/two_organisations.h"

#include <algorithm>
#include <set>

namespace ph::test {
namespace {

constexpr int kWindows = 6;
constexpr int kJobsEach = 42;
constexpr std::array kPeople{"uma", "ugo", "ada", "bob", "ben", "bea", "root"};

using Seqs = std::vector<std::int64_t>;

class FanOut : public ::testing::Test {
protected:
    TestWebSocket open(const std::string& name) {
        TestWebSocket socket(site().connect(), "/api/v1/events", organisations.person(name).token);
        EXPECT_EQ(socket.status(), 101);
        frame(socket);
        return socket;
    }
    static boost::json::value frame(TestWebSocket& socket) {
        const auto message = socket.readMessage();
        return message ? boost::json::parse(message->payload) : boost::json::value();
    }
    /// The seqs of all jobs' events that come before the mark; with -1 for each frame that tells to begin anew.
    static Seqs readToMark(TestWebSocket& socket) {
        Seqs seqs;
        while (true) {
            const auto next = frame(socket);
            if (next.is_null()) return seqs;
            if (next.at("resync").as_bool()) seqs.push_back(-1);
            for (const auto& event : next.at("events").as_array()) {
                if (event.at("object") == "mark") return seqs;
                seqs.push_back(event.at("seq").as_int64());
            }
        }
    }
    /// Submits and stops one job after the other.
    void work(const std::string& name) {
        const auto& token = organisations.person(name).token;
        auto client = site().connect();
        for (int i = 0; i < kJobsEach; ++i) {
            const auto made = client.request("POST", "/api/v1/jobs", token, R"({"command":["true"]})");
            const auto id = std::string(boost::json::parse(made.body).at("jobs").at(0).at("id").as_string());
            EXPECT_EQ(client.request("POST", "/api/v1/jobs/" + id + "/stop", token).status, 200);
        }
    }
    /// `count` events that everybody sees, each with so many bytes.
    void tell(const std::string& object, int count, std::size_t bytes) {
        auto write = [&](Transaction& tx) -> Result<> {
            for (int i = 0; i < count; ++i) {
                Event event;
                event.at = site().clock.now();
                event.kind = EventKind::NodeChanged;
                event.object = object;
                event.payload = '"' + std::string(bytes, 'x') + '"';
                if (const auto done = tx.events().append(event); !done) return done.error();
            }
            return {};
        };
        site().run(site().database->write(write)).value();
    }
    std::vector<Event> allEvents() {
        auto look = [](Transaction& tx) { return tx.events().read(0, 10'000); };
        return site().run(readFor(*site().database, look)).value();
    }
    /// The rule, told again and apart from the product's.
    static bool maySee(const Principal& who, const Event& event) {
        if (who.role == Role::SuperAdmin) return true;
        return event.org == who.org && (who.role == Role::OrgAdmin || event.owner == who.user);
    }
    LiveSite& site() { return organisations.site; }

    TwoOrganisations organisations;
};

TEST_F(FanOut, EverybodyGetsAllThatTheyMaySeeAndNothingElse) {
    const auto before = organisations.positions().events.seq;
    std::vector<std::pair<std::string, TestWebSocket>> windows;
    for (const auto* name : kPeople)
        for (int i = 0; i < kWindows; ++i) windows.emplace_back(name, open(name));
    std::vector<Seqs> told(windows.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < windows.size(); ++i)
        threads.emplace_back([&, i] { told[i] = readToMark(windows[i].second); });
    std::vector<std::thread> writers;
    for (const auto* name : kPeople)
        if (name != std::string("root")) writers.emplace_back([this, name] { work(name); });
    for (auto& writer : writers) writer.join();
    tell("mark", 1, 1);
    for (auto& thread : threads) thread.join();

    const auto events = allEvents();
    EXPECT_GE(events.size(), 500U);
    for (std::size_t i = 0; i < windows.size(); ++i) {
        Seqs expected;
        for (const auto& event : events)
            if (event.seq > before && event.object != "mark" &&
                maySee(organisations.person(windows[i].first).who, event))
                expected.push_back(event.seq);
        EXPECT_EQ(told[i], expected) << windows[i].first;
    }
}

TEST_F(FanOut, AReaderThatHangsIsToldToBeginAnewAndHoldsUpNobody) {
    auto hanging = open("root"), reading = open("uma");
    // More than the sockets between take, so that a frame is stuck; then more than a queue takes.
    std::thread reader([&] { readToMark(reading); });
    tell("large", 300, 64 * 1024);
    for (int i = 0; i < 6; ++i) tell("small", 200, 10);
    work("uma");
    tell("mark", 1, 1);
    reader.join();
    std::string to;
    while (true) {
        const auto next = frame(hanging);
        ASSERT_FALSE(next.is_null()) << "neither told nor up to date";
        to = std::string(next.at("to").as_string());
        if (next.at("resync").as_bool()) break;
        ASSERT_NE(to, positionText(organisations.positions().events)) << "it got everything: it did not hang";
    }
    const auto list = site().get("/api/v1/jobs?limit=1000");
    EXPECT_GE(parsePosition(std::string(list.at("position").as_string())), parsePosition(to));
    int stopped = 0;
    for (const auto& job : list.at("items").as_array()) stopped += job.at("state") == "stopped" ? 1 : 0;
    EXPECT_EQ(stopped, kJobsEach);
    tell("after", 1, 1);
    EXPECT_EQ(frame(hanging).at("events").at(0).at("object"), "after") << "it goes on from there";
}

}  // namespace
}  // namespace ph::test
