#include "http/live_site.h"

namespace ph::test {
namespace {

/// A site whose server looks again very often whether those at the other end of long answers may still have them.
class Rights : public LiveTest {
protected:
    Rights() : ada(site.tokenOf("ada")) {
        site.server.reset();
        site.server.emplace(site.router, site.authenticator, site.clock,
                            [](auto& options) { options.limits.rights = std::chrono::milliseconds(20); });
        job = site.submit(ada);
        site.bring(job, JobState::Running);
    }
    Principal who() { return site.run(site.authenticator.bearer(ada, "test")).value(); }
    TestWebSocket open(const std::string& path) { return TestWebSocket(site.connect(), "/api/v1" + path, ada); }
    TestWebSocket openPort() { return open("/jobs/" + job.str() + "/ports/80"); }
    void change(UserChange change) {
        const auto root = site.run(site.authenticator.bearer(site.root, "test")).value();
        site.run(site.users.change(root, who().user, change)).value();
    }
    void logOut() {
        auto client = site.connect();
        EXPECT_EQ(client.request("DELETE", "/api/v1/sessions/current", ada).status, 200);
    }

    std::string ada;
    JobId job;
};

TEST_F(Rights, AnEventStreamEndsWhenItsSessionDoes) {
    auto socket = open("/events");
    ASSERT_TRUE(socket.readMessage());
    logOut();
    EXPECT_EQ(socket.closeCode(), 1008);
}

TEST_F(Rights, AChannelIntoATaskEndsWhenItsUserIsDisabled) {
    const auto script = site.streams.nextChannel();
    auto socket = openPort();
    ASSERT_EQ(socket.status(), 101);
    UserChange disabled;
    disabled.disabled = true;
    change(disabled);
    EXPECT_EQ(socket.closeCode(), 1008);
    socket.send(TestWebSocket::kBinary, "what is typed too late");
    socket.send(TestWebSocket::kClose, std::string("\x03\xf0", 2));
    EXPECT_TRUE(eventually([&] { return script->destroyed(); }));
    EXPECT_EQ(script->written(), "");
}

TEST_F(Rights, AStreamEndsWhenTheRoleChanges) {
    auto socket = open("/events");
    ASSERT_TRUE(socket.readMessage());
    UserChange promoted;
    promoted.role = Role::OrgAdmin;
    change(promoted);
    EXPECT_EQ(socket.closeCode(), 1008) << "it was filtered by what a user may see";
}

TEST_F(Rights, AStreamEndsWhenItsTokenExpires) {
    auto socket = open("/events");
    ASSERT_TRUE(socket.readMessage());
    site.clock.advance(std::chrono::hours(13));
    EXPECT_EQ(socket.closeCode(), 1008);
}

TEST_F(Rights, AFollowedLogEndsWhenItsSessionDoes) {
    site.streams.appendLog("first\n");
    auto client = site.connect();
    client.send(requestHead("GET", "/api/v1/jobs/" + job.str() + "/log?follow=true", ada) + "\r\n");
    std::string got;
    while (got.find("first") == std::string::npos) got += client.receive();
    logOut();
    EXPECT_TRUE(client.ended());
}

TEST_F(Rights, AStreamGoesOnForWhoMayStillHaveIt) {
    const auto script = site.streams.nextChannel();
    auto socket = openPort();
    for (int i = 0; i < 5; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        script->put({ChannelChunk::Kind::Output, "still here", 0, {}});
        const auto message = socket.readMessage();
        ASSERT_TRUE(message);
        EXPECT_EQ(message->payload, "\x01still here");
    }
}

}  // namespace
}  // namespace ph::test
