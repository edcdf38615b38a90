#include "http/live_site.h"

namespace ph::test {
namespace {

class LogRoutes : public LiveTest {
protected:
    LogRoutes() : job(site.submit(site.root)) {}
    void run() { site.bring(job, JobState::Running); }
    Answer log(const std::string& query = {}) {
        auto client = site.connect();
        return client.request("GET", path(query), site.root);
    }
    std::string path(const std::string& query) const { return "/api/v1/jobs/" + job.str() + "/log" + query; }

    JobId job;
};

TEST_F(LogRoutes, SendsTheWholeLog) {
    run();
    site.streams.appendLog(std::string("one\0two\r\xff\n", 10));
    const auto answer = log();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, std::string("one\0two\r\xff\n", 10));
    EXPECT_EQ(answer.headers.at("content-type"), "application/octet-stream");
    EXPECT_EQ(answer.headers.at("content-length"), "10");
    EXPECT_EQ(answer.headers.at("ph-log-offset"), "0");
    EXPECT_EQ(answer.headers.at("ph-log-size"), "10");
    EXPECT_EQ(answer.headers.at("ph-attempt"), "1");
}

TEST_F(LogRoutes, SendsAPartOfTheLog) {
    run();
    site.streams.appendLog("0123456789");
    struct Row {
        const char* query;
        const char* body;
        const char* offset;
    };
    for (const Row& row :
         {Row{"?offset=3", "3456789", "3"}, Row{"?offset=3&length=2", "34", "3"}, Row{"?offset=-4", "6789", "6"},
          Row{"?offset=-4&length=1", "6", "6"}, Row{"?offset=-100", "0123456789", "0"}, Row{"?offset=10", "", "10"},
          Row{"?offset=99", "", "10"}, Row{"?length=0", "", "0"}, Row{"?attempt=1", "0123456789", "0"}}) {
        const auto answer = log(row.query);
        EXPECT_EQ(answer.status, 200) << row.query;
        EXPECT_EQ(answer.body, row.body) << row.query;
        EXPECT_EQ(answer.headers.at("ph-log-offset"), row.offset) << row.query;
        EXPECT_EQ(answer.headers.at("ph-log-size"), "10") << row.query;
    }
}

TEST_F(LogRoutes, FollowsTheLogUntilTheTaskEnds) {
    run();
    site.streams.appendLog("early ");
    auto client = site.connect();
    client.send(requestHead("GET", path("?follow=true"), site.root) + "\r\n");
    std::thread writer([this] {
        for (int i = 0; i < 50; ++i) site.streams.appendLog(fmt::format("line {}\n", i));
        site.streams.endLog();
    });
    const auto answer = client.read();
    writer.join();
    EXPECT_EQ(answer.headers.at("transfer-encoding"), "chunked");
    EXPECT_TRUE(answer.whole);
    EXPECT_TRUE(answer.body.starts_with("early line 0\n"));
    EXPECT_TRUE(answer.body.ends_with("line 49\n"));
    EXPECT_EQ(client.request("GET", "/api/v1/me", site.root).status, 200) << "the connection goes on";
}

TEST_F(LogRoutes, FollowsToALengthAndEndsThere) {
    run();
    site.streams.appendLog("0123456789");
    const auto answer = log("?follow=true&offset=2&length=5");
    EXPECT_EQ(answer.body, "23456");
    EXPECT_TRUE(answer.whole);
}

TEST_F(LogRoutes, FollowsALogThatHasEnded) {
    run();
    site.streams.endLog();
    EXPECT_EQ(log("?follow=true").body, "");
    site.streams.appendLog("done");
    EXPECT_EQ(log("?follow=true").body, "done");
    EXPECT_EQ(log("?follow=true&offset=-2").body, "ne");
}

TEST_F(LogRoutes, SendsALargeLogInLargePieces) {
    run();
    std::string large;
    for (int i = 0; large.size() < (20 << 20); ++i)
        large += fmt::format("{} {}\n", i, std::string(static_cast<std::size_t>(i % 97), '#'));
    site.streams.appendLog(large);
    site.streams.endLog();
    EXPECT_EQ(log().body, large);
    EXPECT_EQ(log("?follow=true").body, large);
    EXPECT_GE(site.streams.longestRead(), 256U * 1024);
}

TEST_F(LogRoutes, CutsTheConnectionWhenTheLogBreaks) {
    run();
    site.streams.appendLog(std::string(2 << 20, 'x'));
    site.streams.breakLogAfter(2);
    const auto answer = log();
    EXPECT_EQ(answer.status, 200);
    EXPECT_FALSE(answer.whole);
    site.streams.breakLogAfter(0);
    EXPECT_EQ(log().status, 503) << "what breaks before the first byte is told";
}

TEST_F(LogRoutes, RefusesWhatMakesNoSense) {
    EXPECT_EQ(log().status, 409);
    EXPECT_EQ(errorOf(log()), "job-not-started");
    run();
    for (const auto* query : {"?offset=x", "?length=-1", "?follow=maybe", "?attempt=-1", "?tail=3"})
        EXPECT_EQ(log(query).status, 400) << query;
}

TEST_F(LogRoutes, SendsMetricsAndSamples) {
    run();
    const auto metrics = site.get("/api/v1/jobs/" + job.str() + "/metrics");
    EXPECT_EQ(metrics.at("points").at(0).at("name"), "loss");
    EXPECT_EQ(metrics.at("offset"), 40);
    EXPECT_EQ(site.get("/api/v1/jobs/" + job.str() + "/metrics?offset=40").at("points").as_array().size(), 0U);
    EXPECT_EQ(site.get("/api/v1/jobs/" + job.str() + "/samples?count=1").at("items").as_array().size(), 1U);
}

}  // namespace
}  // namespace ph::test
