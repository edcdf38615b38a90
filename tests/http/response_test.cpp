#include "http/response.h"

#include "domain/accounts/account.h"
#include "http/events/event_frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ph::http {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(ResponseHead, SaysLengthOrChunks) {
    Response response;
    response.headers = {{"Ph-Log-Size", "7"}};
    const auto sized = responseHead(response, 12, true);
    EXPECT_THAT(sized, StartsWith("HTTP/1.1 200 OK\r\nDate: "));
    EXPECT_THAT(sized, HasSubstr("\r\nContent-Length: 12\r\n"));
    EXPECT_THAT(sized, HasSubstr("\r\nPh-Log-Size: 7\r\n"));
    EXPECT_THAT(sized, EndsWith("\r\n\r\n"));
    const auto chunked = responseHead(response, std::nullopt, false);
    EXPECT_THAT(chunked, HasSubstr("\r\nTransfer-Encoding: chunked\r\n"));
    EXPECT_THAT(chunked, Not(HasSubstr("Content-Length")));
    EXPECT_THAT(chunked, EndsWith("\r\nConnection: close\r\n\r\n"));
}

TEST(Problems, CarryEverythingButTheDetail) {
    const auto response = problemResponse(
        Error(kUserNameTaken, "row 7 of users").with("name", "uma").withFaults({{"name", "taken", "uma", "another"}}),
        "users.create");
    EXPECT_EQ(response.status, 409);
    EXPECT_EQ(response.contentType, "application/problem+json");
    const auto body = boost::json::parse(response.body);
    EXPECT_EQ(body.at("type"), "urn:pilothouse:error:user-name-taken");
    EXPECT_EQ(body.at("arguments").at("name"), "uma");
    EXPECT_EQ(body.at("faults").at(0).at("code"), "taken");
    EXPECT_THAT(response.body, Not(HasSubstr("row 7")));
}

TEST(Problems, OfTheProtocolHaveTheirOwnStatus) {
    const auto response = problemResponse(kUnsupportedMediaType);
    EXPECT_EQ(response.status, 415);
    EXPECT_EQ(boost::json::parse(response.body).at("status"), 415);
    EXPECT_EQ(boost::json::parse(response.body).at("error"), "unsupported-media-type");
}

TEST(Problems, SayWhenToComeBack) {
    const auto response = problemResponse(Error(kLoginBackOff).with("seconds", "8"), "sessions.create");
    EXPECT_EQ(response.status, 429);
    EXPECT_EQ(response.headers.back(), (std::pair<std::string, std::string>("Retry-After", "8")));
}

class EventFrames : public ::testing::Test {
protected:
    static std::shared_ptr<const Event> event(std::int64_t seq, std::string payload = R"({"name":"x"})") {
        Event event;
        event.seq = seq;
        event.at = {1'700'000'000'000'000};
        event.object = "jaaaaaaaaaaaaa";
        event.payload = std::move(payload);
        return std::make_shared<Event>(std::move(event));
    }
};

TEST_F(EventFrames, AreTheWireFormat) {
    const auto frames = eventFrames({1, 4}, {1, 7}, false, {event(5), event(7, "")});
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(
        frames[0],
        R"({"from":"1.4","to":"1.7","resync":false,"events":[)"
        R"({"seq":5,"at":"2023-11-14T22:13:20.000000Z","kind":"job_changed","object":"jaaaaaaaaaaaaa","row":{"name":"x"}},)"
        R"({"seq":7,"at":"2023-11-14T22:13:20.000000Z","kind":"job_changed","object":"jaaaaaaaaaaaaa","row":null}]})");
}

TEST_F(EventFrames, AreEmptyAsASignOfLife) {
    EXPECT_EQ(eventFrames({1, 4}, {1, 4}, false, {}),
              (std::vector<std::string>{R"({"from":"1.4","to":"1.4","resync":false,"events":[]})"}));
}

TEST_F(EventFrames, AreCutBeforeTheyGrowTooLargeAndJoinWithoutAGap) {
    std::vector<std::shared_ptr<const Event>> events;
    for (int seq = 11; seq <= 30; ++seq) events.push_back(event(seq, "\"" + std::string(100'000, 'x') + "\""));
    const auto frames = eventFrames({1, 10}, {1, 35}, true, events);
    EXPECT_GT(frames.size(), 2U);
    std::string from = "1.10";
    std::int64_t seq = 10;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_LT(frames[i].size(), 700'000U);
        const auto frame = boost::json::parse(frames[i]);
        EXPECT_EQ(frame.at("from").as_string(), from);
        EXPECT_EQ(frame.at("resync"), i == 0);
        for (const auto& row : frame.at("events").as_array()) EXPECT_EQ(row.at("seq"), ++seq);
        from = std::string(frame.at("to").as_string());
    }
    EXPECT_EQ(seq, 30);
    EXPECT_EQ(from, "1.35");
}

}  // namespace
}  // namespace ph::http
