#include "shim/recorder.h"
#include "shim/wire.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ph::shim {

using test::Recorder;

namespace {

/// Two sides and the way between them.
struct Pair {
    Recorder controllerSays, shimSays;
    Session controller{Session::Side::Controller, kAllFeatures, controllerSays};
    Session shim{Session::Side::Shim, kAllFeatures, shimSays};

    Pair() { carry(); }
    void carry() {
        while (!controller.output().empty() || !shim.output().empty()) {
            const std::string there = std::exchange(controller.output(), {}), back = std::exchange(shim.output(), {});
            EXPECT_TRUE(shim.receive(there)) << shim.error();
            EXPECT_TRUE(controller.receive(back)) << controller.error();
        }
    }
};

std::string greeting() {
    std::string bytes;
    appendFrame(bytes, FrameType::Hello, 0, 0, encode(Hello{kVersion, kAllFeatures}));
    return bytes;
}

std::string openFrame(std::uint32_t channel) {
    std::string bytes;
    OpenRequest request;
    request.kind = ChannelKind::Port;
    request.port = 80;
    appendFrame(bytes, FrameType::Open, 0, channel, encode(request));
    return bytes;
}

std::string frame(FrameType type, std::uint32_t channel, const std::string& payload, std::uint8_t flags = 0) {
    std::string bytes;
    appendFrame(bytes, type, flags, channel, payload);
    return bytes;
}

/// The word with which a shim refuses `bytes`, empty if it takes them.
std::string refusal(const std::string& bytes) {
    Recorder says;
    Session shim(Session::Side::Shim, kAllFeatures, says);
    shim.receive(bytes);
    return shim.error();
}

}  // namespace

TEST(Sessions, GreetEachOther) {
    Pair pair;
    EXPECT_EQ(pair.controllerSays.said, "hello 1 127\n");
    EXPECT_EQ(pair.shimSays.said, "hello 1 127\n");
}

TEST(Sessions, AgreeOnTheLowerVersionAndTheCommonFeatures) {
    Recorder says;
    Session shim(Session::Side::Shim, kFeatureLog | kFeatureExec, says);
    EXPECT_TRUE(shim.receive(frame(FrameType::Hello, 0, encode(Hello{9, kFeatureExec | kFeaturePorts}))));
    EXPECT_EQ(says.said, "hello 1 2\n");
}

TEST(Sessions, CarryAChannelFromOpenToClose) {
    Pair pair;
    OpenRequest request;
    request.kind = ChannelKind::Exec;
    request.command = {"cat"};
    EXPECT_TRUE(pair.controller.open(1, request));
    pair.controller.grant(1, 100);
    pair.carry();
    EXPECT_EQ(pair.shim.sendable(1), 100u);
    pair.shim.grant(1, 5);
    pair.carry();
    EXPECT_EQ(pair.controller.send(1, kInput, "0123456789"), 5u);
    pair.controller.resize(1, 10, 20);
    pair.controller.signal(1, 15);
    pair.controller.finish(1);
    pair.shim.send(1, kOutput, "out");
    pair.shim.close(1, {3, ""});
    pair.carry();
    EXPECT_EQ(pair.shimSays.said, "hello 1 127\nopen 1 kind 2 cat\ncredit 1\n");
    EXPECT_EQ(pair.controllerSays.said, "hello 1 127\ncredit 1\ndata 1 1 out\nclose 1 3 \n");
    EXPECT_FALSE(pair.controller.has(1));
    EXPECT_TRUE(pair.controller.open(1, request));
    pair.carry();
    EXPECT_TRUE(pair.shim.has(1));
}

TEST(Sessions, DeliverInputSignalsAndTheEnd) {
    Pair pair;
    OpenRequest request;
    request.kind = ChannelKind::Port;
    request.port = 80;
    EXPECT_TRUE(pair.controller.open(4, request));
    pair.carry();
    pair.shim.grant(4, 10);
    pair.carry();
    pair.controller.send(4, kInput, "hi");
    pair.controller.resize(4, 10, 20);
    pair.controller.signal(4, 15);
    pair.controller.finish(4);
    pair.controller.stop(500);
    pair.controller.close(4, {});
    pair.carry();
    EXPECT_EQ(pair.shimSays.said,
              "hello 1 127\nopen 4 kind 5 80\ndata 4 0 hi\nresize 4 10x20\nsignal 4 15\neof 4\nstop 500\nclose 4 0 \n");
}

TEST(Sessions, SplitWhatIsLargerThanAFrame) {
    Pair pair;
    OpenRequest request;
    EXPECT_TRUE(pair.controller.open(1, request));
    pair.controller.grant(1, 200'000);
    pair.carry();
    EXPECT_EQ(pair.shim.send(1, kOutput, std::string(150'000, 'x')), 150'000u);
    pair.carry();
    EXPECT_EQ(std::count(pair.controllerSays.said.begin(), pair.controllerSays.said.end(), 'x'), 150'000);
    EXPECT_EQ(pair.shim.sendable(1), 50'000u);
}

TEST(Sessions, ARequestThatDoesNotFitIsNotSent) {
    Pair pair;
    OpenRequest request;
    request.kind = ChannelKind::Exec;
    request.command = {std::string(70'000, 'x')};
    EXPECT_FALSE(pair.controller.open(1, request));
    EXPECT_TRUE(pair.controller.output().empty());
}

TEST(Sessions, FramesThatCrossAnEndAreIgnored) {
    Pair pair;
    OpenRequest request;
    EXPECT_TRUE(pair.controller.open(1, request));
    pair.controller.grant(1, 10);
    pair.carry();
    pair.controller.close(1, {});
    pair.shim.send(1, kOutput, "late");
    pair.carry();
    EXPECT_EQ(pair.controllerSays.said, "hello 1 127\n");
}

TEST(Sessions, RefuseWhatBreaksTheRules) {
    const std::string hello = greeting();
    std::string credit;
    WireWriter(credit).u32(1);
    const struct {
        const char* word;
        std::string bytes;
    } rows[] = {
        {"no-hello", openFrame(1)},
        {"bad-hello", frame(FrameType::Hello, 0, "xxxxxxxxxx")},
        {"second-hello", hello + hello},
        {"bad-channel", hello + openFrame(0)},
        {"bad-channel", hello + openFrame(1) + openFrame(1)},
        {"bad-channel", hello + frame(FrameType::Eof, 9, "")},
        {"bad-open", hello + frame(FrameType::Open, 1, "\x02")},
        {"over-credit", hello + openFrame(1) + frame(FrameType::Data, 1, std::string("\0x", 2))},
        {"bad-data", hello + openFrame(1) + frame(FrameType::Data, 1, "")},
        {"second-eof", hello + openFrame(1) + frame(FrameType::Eof, 1, "") + frame(FrameType::Eof, 1, "")},
        {"data-after-eof",
         hello + openFrame(1) + frame(FrameType::Eof, 1, "") + frame(FrameType::Data, 1, std::string("\0", 1))},
        {"bad-credit", hello + openFrame(1) + frame(FrameType::Credit, 1, "x")},
        {"bad-close", hello + openFrame(1) + frame(FrameType::Close, 1, "x")},
        {"bad-resize", hello + openFrame(1) + frame(FrameType::Resize, 1, "x")},
        {"bad-signal", hello + openFrame(1) + frame(FrameType::Signal, 1, "")},
        {"bad-stop", hello + frame(FrameType::Stop, 0, "x")},
        {"wrong-side", hello + frame(FrameType::Status, 0, encode(StatusNotice{}))},
        {"unknown-frame", hello + frame(static_cast<FrameType>(77), 0, "x")},
        {"frame-too-large", hello + std::string("\xff\xff\xff\x7f\0\0\0\0\0\0\0\0", 12)},
        {"", hello + frame(static_cast<FrameType>(77), 0, "x", kSkippable)},
        {"", hello + openFrame(1) + frame(FrameType::Credit, 1, credit)},
    };
    for (const auto& row : rows) EXPECT_EQ(refusal(row.bytes), row.word);
}

TEST(Sessions, TakeNoMoreThanTheirMostChannels) {
    std::string bytes = greeting();
    for (std::uint32_t i = 1; i <= Session::kMostChannels; ++i) bytes += openFrame(i);
    EXPECT_EQ(refusal(bytes), "");
    EXPECT_EQ(refusal(bytes + openFrame(Session::kMostChannels + 1)), "too-many-channels");
}

TEST(Sessions, SayTheSameHoweverTheInputIsSplit) {
    std::string credit;
    WireWriter(credit).u32(9);
    const std::string bytes = greeting() + openFrame(3) + frame(FrameType::Credit, 3, credit) +
                              frame(FrameType::Resize, 3, std::string("\1\0\2\0", 4)) + frame(FrameType::Eof, 3, "") +
                              frame(FrameType::Close, 3, encode(CloseNotice{}));
    Recorder whole;
    Session(Session::Side::Shim, kAllFeatures, whole).receive(bytes);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        Recorder says;
        Session shim(Session::Side::Shim, kAllFeatures, says);
        EXPECT_TRUE(shim.receive(std::string_view(bytes).substr(0, cut)));
        EXPECT_TRUE(shim.receive(std::string_view(bytes).substr(cut)));
        EXPECT_EQ(says.said, whole.said) << "cut at " << cut;
    }
}

TEST(Sessions, SurviveRandomInput) {
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        Recorder says;
        Session session(round % 2 ? Session::Side::Shim : Session::Side::Controller, kAllFeatures, says);
        std::string bytes = greeting();
        for (int i = 0; i < 20; ++i) {
            std::string payload(random() % 40, '\0');
            for (char& c : payload) c = static_cast<char>(random() % 3 ? random() % 4 : random());
            bytes += frame(static_cast<FrameType>(random() % 12), random() % 3, payload, random() % 2);
        }
        if (round % 3 == 0) bytes[random() % bytes.size()] = static_cast<char>(random());
        while (!bytes.empty()) {
            const std::size_t part = 1 + random() % bytes.size();
            if (!session.receive(std::string_view(bytes).substr(0, part))) break;
            bytes.erase(0, part);
        }
        EXPECT_LT(session.output().size(), 10'000u);
    }
}

}  // namespace ph::shim
