#include "shim/messages.h"

#include "shim/plan.h"
#include "shim/wire.h"

#include <gtest/gtest.h>

namespace ph::shim {

namespace {

OpenRequest execRequest() {
    OpenRequest request;
    request.kind = ChannelKind::Exec;
    request.command = {"sh", "-c", "true"};
    request.environment = {"A=b"};
    request.terminal = true;
    request.detach = true;
    request.rows = 33;
    request.columns = 99;
    request.name = "main";
    return request;
}

}  // namespace

TEST(Messages, EveryKindOfOpenSurvivesTheWay) {
    for (int kind = 1; kind <= 8; ++kind) {
        OpenRequest request = execRequest();
        request.kind = static_cast<ChannelKind>(kind);
        request.offset = 1ull << 40;
        request.count = 5;
        request.follow = true;
        request.path = "a/b";
        request.port = 8888;
        const std::string bytes = encode(request);
        const auto back = decodeOpen(bytes);
        ASSERT_TRUE(back) << kind;
        EXPECT_EQ(encode(*back), bytes) << kind;
        EXPECT_TRUE(decodeOpen(bytes + "more of a later version"));
        for (std::size_t size = 0; size < bytes.size(); ++size)
            EXPECT_FALSE(decodeOpen(bytes.substr(0, size))) << kind << " " << size;
    }
}

TEST(Messages, ExecKeepsItsParts) {
    const auto back = decodeOpen(encode(execRequest()));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->command, (std::vector<std::string>{"sh", "-c", "true"}));
    EXPECT_TRUE(back->terminal);
    EXPECT_TRUE(back->detach);
    EXPECT_EQ(back->rows, 33);
    EXPECT_EQ(back->name, "main");
}

TEST(Messages, AHelloWithoutItsMagicIsNone) {
    const std::string good = encode(Hello{1, 3});
    EXPECT_TRUE(decodeHello(good));
    EXPECT_FALSE(decodeHello("GET / HTTP/1.1"));
    EXPECT_FALSE(decodeHello(encode(Hello{0, 3})));
}

TEST(Messages, NegativeNumbersSurvive) {
    EXPECT_EQ(decodeClose(encode(CloseNotice{-1, "word"}))->status, -1);
    EXPECT_EQ(decodeStatus(encode(StatusNotice{TaskPhase::Exited, -5, -6, 7}))->atMicros, -5);
}

TEST(Messages, ASampleHasItsSize) {
    const Sample sample{1, 2, 3, 4, 5, 6, 7};
    const std::string bytes = encode(sample);
    EXPECT_EQ(bytes.size(), kSampleSize);
    EXPECT_EQ(decodeSample(bytes)->networkSentBytes, 7);
    EXPECT_FALSE(decodeSample(bytes.substr(1)));
}

TEST(Messages, APreparationSurvives) {
    const Preparation preparation{{"/sys/a"}, {"slirp4netns", "--configure"}, "tap0", true};
    const auto back = decodePreparation(encode(preparation));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->network, preparation.network);
    EXPECT_EQ(back->cgroups, preparation.cgroups);
    EXPECT_TRUE(back->join);
    EXPECT_FALSE(decodePreparation("x"));
}

TEST(Messages, APlanSurvivesAndACutOneIsNone) {
    Plan plan;
    plan.sandbox = {"bwrap", ""};
    plan.command = {"python3"};
    plan.environment = {"KEY=secret"};
    plan.uid = 200'001;
    plan.timeLimitMillis = 60'000;
    plan.networkDevice = "tap0";
    const std::string bytes = encode(plan);
    const auto back = decodePlan(bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(encode(*back), bytes);
    EXPECT_FALSE(decodePlan(bytes.substr(0, bytes.size() - 1)));
}

}  // namespace ph::shim
