#include "engine/task/scripted_shim.h"
#include "shim/wire.h"

#include <gtest/gtest.h>

namespace ph::engine {

using namespace std::chrono_literals;
using shim::FrameType;
using test::ScriptedShim;
using Kind = ChannelChunk::Kind;

namespace {

constexpr std::size_t kWindow = 256 * 1024;

std::string number32(std::uint32_t value) {
    std::string bytes;
    shim::WireWriter(bytes).u32(value);
    return bytes;
}

std::string frame(FrameType type, std::uint32_t channel, std::string_view payload, std::uint8_t flags = 0) {
    std::string bytes;
    shim::appendFrame(bytes, type, flags, channel, payload);
    return bytes;
}

std::string hello(std::uint16_t version = shim::kVersion) {
    return frame(FrameType::Hello, 0, shim::encode(shim::Hello{version, shim::kAllFeatures}));
}

std::string output(std::string_view bytes, std::uint32_t channel = 1) {
    return frame(FrameType::Data, channel, "\1" + std::string(bytes));
}

/// Reads until the end of the channel, as a patient reader does.
struct Story {
    std::string out, err;
    ChannelChunk end;
};
Story listen(ScriptedShim& shim, TaskChannel& channel) {
    Story story;
    for (;;) {
        auto chunk = shim.done(channel.read());
        if (chunk->kind == Kind::Ended) {
            story.end = *chunk;
            return story;
        }
        (chunk->kind == Kind::Output ? story.out : story.err) += chunk->bytes;
    }
}

}  // namespace

TEST(ShimLinks, GreetOpenAndGrantAtOnce) {
    ScriptedShim shim;
    const auto channel = shim.open(shim::ChannelKind::Exec);
    EXPECT_EQ(shim.says.said, "hello 1 127\nopen 1 kind 2 cat\ncredit 1\n");
    EXPECT_EQ(shim.session.sendable(1), kWindow);
}

TEST(ShimLinks, OutputArrivesInOrderAndKindWithTheExitCodeLast) {
    ScriptedShim shim;
    const auto channel = shim.open(shim::ChannelKind::Exec);
    shim.session.send(1, shim::kOutput, "out");
    shim.session.send(1, shim::kErrorOutput, "err");
    shim.session.send(1, shim::kOutput, "more");
    shim.session.close(1, {130, {}});
    const auto first = shim.done(channel->read()), second = shim.done(channel->read());
    EXPECT_EQ(first->bytes, "out");
    EXPECT_EQ(second->kind, Kind::ErrorOutput);
    EXPECT_EQ(second->bytes, "err");
    const Story rest = listen(shim, *channel);
    EXPECT_EQ(rest.out, "more");
    EXPECT_EQ(rest.end.exitCode, 130);
    EXPECT_EQ(rest.end.failure, "");
}

TEST(ShimLinks, TheEndIsSaidToEveryReadAfterIt) {
    ScriptedShim shim;
    const auto channel = shim.open();
    shim.session.close(1, {0, "port-refused"});
    for (int i = 0; i < 3; ++i) {
        const auto chunk = shim.done(channel->read());
        EXPECT_EQ(chunk->kind, Kind::Ended);
        EXPECT_EQ(chunk->failure, "port-refused");
    }
}

TEST(ShimLinks, ReadTheSameHoweverTheBytesAreSplit) {
    ScriptedShim shim;
    const auto channel = shim.open();
    std::string bytes = output("hello ") + frame(FrameType::Data, 1, "\2oops") + output("world");
    bytes += frame(FrameType::Close, 1, shim::encode(shim::CloseNotice{7, {}}));
    for (const char byte : bytes) {
        shim.say(std::string_view(&byte, 1));
        shim.carry();
    }
    const Story story = listen(shim, *channel);
    EXPECT_EQ(story.out, "hello world");
    EXPECT_EQ(story.err, "oops");
    EXPECT_EQ(story.end.exitCode, 7);
}

TEST(ShimLinks, AShimThatBreaksTheProtocolIsCutOffAndEveryoneIsTold) {
    const auto close = frame(FrameType::Close, 1, "\1");
    const auto eof = frame(FrameType::Eof, 1, {});
    std::string tooLarge = number32(shim::kLargestPayload + 1) + std::string(8, '\1');
    const std::pair<const char*, std::string> scripts[] = {
        {"a second hello", hello()},
        {"a frame that is too large", tooLarge},
        {"a frame nobody knows", frame(static_cast<FrameType>(99), 0, "x")},
        {"data for a channel that nobody opened", output("x", 7)},
        {"data for no channel", output("x", 0)},
        {"data without its stream", frame(FrameType::Data, 1, {})},
        {"more data than was granted", output(std::string(60'000, 'x')) + output(std::string(60'000, 'x')) +
                                           output(std::string(60'000, 'x')) + output(std::string(60'000, 'x')) +
                                           output(std::string(60'000, 'x'))},
        {"credit for a channel that nobody opened", frame(FrameType::Credit, 9, number32(1))},
        {"credit that is cut short", frame(FrameType::Credit, 1, "\1")},
        {"a close that is cut short", close},
        {"data after its end", eof + output("x")},
        {"two ends", eof + eof},
        {"a channel that the shim opens", frame(FrameType::Open, 5, shim::encode(shim::OpenRequest{}))},
        {"a size from the wrong side", frame(FrameType::Resize, 1, number32(1))},
        {"a signal from the wrong side", frame(FrameType::Signal, 1, "\1")},
        {"a stop from the wrong side", frame(FrameType::Stop, 0, number32(1))},
        {"a status that is cut short", frame(FrameType::Status, 0, "\1\2", shim::kSkippable)},
    };
    for (const auto& [name, bytes] : scripts) {
        ScriptedShim shim;
        const auto channel = shim.open();
        const auto other = shim.open();
        shim.say(bytes);
        shim.carry();
        EXPECT_FALSE(shim.link->isOpen()) << name;
        EXPECT_EQ(listen(shim, *other).end.failure, "connection-lost") << name;
        EXPECT_FALSE(shim.link->open({})) << name;
    }
}

TEST(ShimLinks, WhoDoesNotGreetIsCutOff) {
    const std::pair<const char*, std::string> scripts[] = {
        {"another frame first", frame(FrameType::Status, 0, shim::encode(shim::StatusNotice{}), shim::kSkippable)},
        {"no magic number", frame(FrameType::Hello, 0, std::string(10, 'x'))},
        {"a hello that is cut short", frame(FrameType::Hello, 0, number32(shim::kMagic) + "\1")},
        {"version 0", hello(0)},
        {"another protocol", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"},
    };
    for (const auto& [name, bytes] : scripts) {
        ScriptedShim shim;
        shim.say(bytes);
        shim.runSome(100);
        EXPECT_FALSE(shim.link->isOpen()) << name;
        EXPECT_TRUE(shim.told.empty()) << name;
    }
}

TEST(ShimLinks, ALaterVersionWithUnknownNoticesIsUnderstood) {
    ScriptedShim shim;
    shim.say(frame(FrameType::Hello, 0, shim::encode(shim::Hello{9, ~0u}) + "and more"));
    shim.say(frame(static_cast<FrameType>(77), 0, "what is this", shim::kSkippable));
    shim.say(frame(FrameType::Status, 0, shim::encode(shim::StatusNotice{shim::TaskPhase::Started, 5, 0, 0}) + "more",
                   shim::kSkippable));
    shim.runSome(100);
    EXPECT_TRUE(shim.link->isOpen());
    ASSERT_EQ(shim.told.size(), 1u);
    EXPECT_EQ(shim.told[0].atMicros, 5);
}

TEST(ShimLinks, WhatCameWholeBeforeABreakIsStillRead) {
    ScriptedShim shim;
    const auto channel = shim.open();
    shim.say(output("whole") + output("torn").substr(0, 14));
    shim.hangUp();
    const Story story = listen(shim, *channel);
    EXPECT_EQ(story.out, "whole");
    EXPECT_EQ(story.end.failure, "connection-lost");
    EXPECT_FALSE(shim.link->isOpen());
}

TEST(ShimLinks, ReadersThatWaitAreWokenByABreak) {
    ScriptedShim shim;
    const auto one = shim.open(), two = shim.open();
    auto first = shim.begin(one->read()), second = shim.begin(two->read());
    EXPECT_FALSE(shim.ready(first));
    shim.hangUp();
    shim.carry();
    ASSERT_TRUE(shim.ready(first) && shim.ready(second));
    EXPECT_EQ(first.get()->failure, "connection-lost");
    EXPECT_EQ(second.get()->failure, "connection-lost");
}

TEST(ShimLinks, WritingWaitsForCreditAndGoesOnInParts) {
    ScriptedShim shim;
    const auto channel = shim.open();
    auto writing = shim.begin(channel->write("0123456789"));
    shim.carry();
    EXPECT_FALSE(shim.ready(writing));
    EXPECT_EQ(shim.says.said.find("data"), std::string::npos);
    shim.session.grant(1, 4);
    shim.carry();
    EXPECT_NE(shim.says.said.find("data 1 0 0123\n"), std::string::npos) << shim.says.said;
    EXPECT_FALSE(shim.ready(writing));
    shim.session.grant(1, 100);
    shim.carry();
    ASSERT_TRUE(shim.ready(writing));
    EXPECT_TRUE(writing.get());
    EXPECT_NE(shim.says.said.find("data 1 0 456789\n"), std::string::npos) << shim.says.said;
}

TEST(ShimLinks, AWriterWithoutCreditLearnsThatTheChannelEnded) {
    ScriptedShim shim;
    const auto one = shim.open(), two = shim.open();
    auto first = shim.begin(one->write("x")), second = shim.begin(two->write("x"));
    shim.session.close(1, {1, {}});
    shim.carry();
    ASSERT_TRUE(shim.ready(first));
    EXPECT_EQ(first.get().error().id, kUnavailable);
    EXPECT_FALSE(shim.ready(second));
    shim.hangUp();
    shim.carry();
    ASSERT_TRUE(shim.ready(second));
    EXPECT_EQ(second.get().error().id, kUnavailable);
    EXPECT_EQ(shim.done(one->write("x")).error().id, kUnavailable);
    EXPECT_TRUE(shim.done(one->write("")));
}

TEST(ShimLinks, ASlowReaderHoldsUpTheShimAndNothingIsLost) {
    ScriptedShim shim;
    const auto channel = shim.open();
    std::string all, got;
    for (int i = 0; all.size() < 3'000'000; ++i) all += std::to_string(i) + "\n";
    std::size_t sent = shim.session.send(1, shim::kOutput, all);
    EXPECT_EQ(sent, kWindow);
    shim.carry();
    EXPECT_EQ(shim.session.sendable(1), 0u) << "nobody has read anything";
    while (got.size() < all.size()) {
        auto chunk = shim.done(channel->read());
        ASSERT_EQ(chunk->kind, Kind::Output);
        got += chunk->bytes;
        shim.carry();
        ASSERT_LE(sent - got.size(), kWindow);
        sent += shim.session.send(1, shim::kOutput, std::string_view(all).substr(sent));
    }
    EXPECT_TRUE(got == all);
}

TEST(ShimLinks, DataWithoutBytesIsNothingToRead) {
    ScriptedShim shim;
    const auto channel = shim.open();
    auto reading = shim.begin(channel->read());
    for (int i = 0; i < 1000; ++i) shim.say(output(""));
    shim.carry();
    EXPECT_FALSE(shim.ready(reading));
    shim.say(output("x"));
    shim.carry();
    ASSERT_TRUE(shim.ready(reading));
    EXPECT_EQ(reading.get()->bytes, "x");
}

TEST(ShimLinks, AShimThatGrantsWithoutReadingDoesNotFillOurMemory) {
    constexpr int kParts = 64;
    ScriptedShim shim;
    const auto channel = shim.open();
    shim.session.grant(1, 1u << 30);
    shim.carry();
    std::vector<std::future<Result<>>> writes;
    for (int i = 0; i < kParts; ++i) writes.push_back(shim.begin(channel->write(std::string(kWindow, 'x'))));
    std::size_t taken = 0;
    for (const auto& write : writes) taken += shim.ready(write) ? 1 : 0;
    EXPECT_LT(taken, 16u) << "of " << kParts << " writes of 256 KiB";
    shim.carry();
    for (auto& write : writes) {
        ASSERT_TRUE(shim.ready(write));
        EXPECT_TRUE(write.get());
    }
    EXPECT_GT(shim.says.said.size(), kParts * kWindow) << "all of it arrived";
}

TEST(ShimLinks, WhatIsDoneWithAChannelReachesTheShim) {
    ScriptedShim shim;
    auto channel = shim.open(shim::ChannelKind::Exec);
    shim.says.said.clear();
    EXPECT_TRUE(shim.done(channel->resize(50, 132)));
    EXPECT_TRUE(shim.done(channel->signal(2)));
    EXPECT_TRUE(shim.done(channel->finishWriting()));
    EXPECT_TRUE(shim.done(channel->finishWriting()));
    channel.reset();
    shim.carry();
    EXPECT_EQ(shim.says.said, "resize 1 50x132\nsignal 1 2\neof 1\nclose 1 0 \n");
}

TEST(ShimLinks, WhatIsOnItsWayToAClosedChannelHurtsNobody) {
    ScriptedShim shim;
    auto gone = shim.open();
    const auto other = shim.open();
    gone.reset();
    // The shim has not seen the close when it says this.
    shim.say(output("late") + frame(FrameType::Credit, 1, number32(10)) + frame(FrameType::Eof, 1, {}));
    shim.say(output("for the other", 2));
    EXPECT_EQ(shim.done(other->read())->bytes, "for the other");
    EXPECT_TRUE(shim.link->isOpen());
    const auto third = shim.open();
    EXPECT_NE(shim.says.said.find("open 3 "), std::string::npos) << "its number is not used again";
}

TEST(ShimLinks, AReaderThatWaitsIsToldWhenItsChannelIsDestroyed) {
    ScriptedShim shim;
    auto channel = shim.open();
    auto reading = shim.begin(channel->read());
    auto writing = shim.begin(channel->write("no credit for this"));
    channel.reset();
    shim.carry();
    ASSERT_TRUE(shim.ready(reading));
    EXPECT_EQ(reading.get()->kind, Kind::Ended);
    ASSERT_TRUE(shim.ready(writing));
    EXPECT_FALSE(writing.get());
}

TEST(ShimLinks, DestroyingAChannelWhoseReaderWasJustWokenIsSafe) {
    ScriptedShim shim;
    auto channel = shim.open();
    auto reading = shim.begin(channel->read());
    shim.say(output(std::string(60'000, 'x')) + output(std::string(60'000, 'x')) + output(std::string(20'000, 'x')));
    shim.runSome(1);
    channel.reset();
    shim.carry();
    ASSERT_TRUE(shim.ready(reading));
    EXPECT_TRUE(reading.get());
}

TEST(ShimLinks, ARequestThatIsTooLargeIsRefusedAndTheLinkGoesOn) {
    ScriptedShim shim;
    shim::OpenRequest request;
    request.kind = shim::ChannelKind::FilesGet;
    request.path = std::string(shim::kLargestPayload, 'x');
    const auto refused = shim.link->open(request);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, kInvalid);
    const auto channel = shim.open();
    EXPECT_TRUE(channel && shim.link->isOpen());
}

TEST(ShimLinks, OneChannelTooManyIsRefusedAndTheOthersGoOn) {
    ScriptedShim shim;
    std::vector<std::unique_ptr<TaskChannel>> channels;
    for (std::size_t i = 0; i < shim::Session::kMostChannels; ++i) channels.push_back(shim.open());
    const auto refused = shim.link->open({});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, kUnavailable);
    shim.carry();
    shim.session.send(1, shim::kOutput, "still here");
    EXPECT_EQ(shim.done(channels[0]->read())->bytes, "still here");
    // A number is free again once the shim has agreed to its end.
    channels[5].reset();
    EXPECT_FALSE(shim.link->open({}));
    shim.carry();
    EXPECT_TRUE(shim.open());
}

TEST(ShimLinks, NoticesAreToldUntilTheLinkIsClosed) {
    ScriptedShim shim;
    shim.greet();
    shim.session.status({shim::TaskPhase::Started, 12, 0, 0});
    shim.carry();
    shim.session.status({shim::TaskPhase::Exited, 13, 4, 9});
    shim.carry();
    ASSERT_EQ(shim.told.size(), 2u);
    EXPECT_EQ(shim.told[0].phase, shim::TaskPhase::Started);
    EXPECT_EQ(shim.told[1].code, 4);
    EXPECT_EQ(shim.told[1].signal, 9);
    shim.session.status({shim::TaskPhase::Started, 14, 0, 0});
    shim.link->close();
    shim.carry();
    EXPECT_EQ(shim.told.size(), 2u);
}

TEST(ShimLinks, AStopCarriesItsGrace) {
    ScriptedShim shim;
    shim.greet();
    shim.says.said.clear();
    EXPECT_TRUE(shim.link->stop(1500ms));
    EXPECT_TRUE(shim.link->stop(0ms));
    // What the protocol has no room for is the most that it can say, not what is left of it.
    EXPECT_TRUE(shim.link->stop(std::chrono::hours(24 * 100)));
    EXPECT_TRUE(shim.link->stop(-1ms));
    shim.carry();
    EXPECT_EQ(shim.says.said, "stop 1500\nstop 0\nstop 4294967295\nstop 0\n");
    shim.link->close();
    EXPECT_EQ(shim.link->stop(1ms).error().id, kUnavailable);
}

TEST(ShimLinks, ClosingEndsEveryChannelAndHangsUp) {
    ScriptedShim shim;
    const auto channel = shim.open();
    auto reading = shim.begin(channel->read());
    shim.link->close();
    shim.link->close();
    shim.carry();
    ASSERT_TRUE(shim.ready(reading));
    EXPECT_EQ(reading.get()->failure, "connection-lost");
    char byte = 0;
    EXPECT_EQ(::recv(shim.peer(), &byte, 1, 0), 0);
    EXPECT_EQ(shim.done(channel->write("x")).error().id, kUnavailable);
    EXPECT_TRUE(shim.done(channel->finishWriting()));
}

TEST(ShimLinks, LastWordsAreReadAlthoughNobodyListensAnyMore) {
    ScriptedShim shim;
    const auto channel = shim.open(shim::ChannelKind::Exec);
    shim.say(output("last words") + frame(FrameType::Close, 1, shim::encode(shim::CloseNotice{3, {}})));
    shim.hangUp();
    // Nothing of it was read yet when this fails to be sent.
    EXPECT_TRUE(shim.link->stop(1ms));
    const Story story = listen(shim, *channel);
    EXPECT_EQ(story.out, "last words");
    EXPECT_EQ(story.end.exitCode, 3);
}

TEST(ShimLinks, AShimThatOnlyTalksDoesNotKeepUsBusy) {
    constexpr std::size_t kMany = 1000;
    ScriptedShim shim;
    shim.greet();
    EXPECT_EQ(::shutdown(shim.peer(), SHUT_RD), 0);
    EXPECT_TRUE(shim.link->stop(1ms));
    EXPECT_LT(shim.runSome(kMany), kMany);
}

TEST(ShimLinks, TheEndOfOutputIsTheEndOfTheChannel) {
    ScriptedShim shim;
    const auto channel = shim.open();
    shim.session.send(1, shim::kOutput, "page");
    shim.session.finish(1);
    const Story story = listen(shim, *channel);
    EXPECT_EQ(story.out, "page");
    EXPECT_EQ(story.end.failure, "");
    shim.carry();
    EXPECT_NE(shim.says.said.find("close 1 0"), std::string::npos);
}

}  // namespace ph::engine
