#include "shim/frame.h"

#include "shim/wire.h"

#include <gtest/gtest.h>

namespace ph::shim {

TEST(Frames, ComeOutAsTheyWentInHoweverTheyAreSplit) {
    std::string bytes;
    appendFrame(bytes, FrameType::Data, 0, 7, "abc");
    appendFrame(bytes, FrameType::Eof, kSkippable, 7, {});
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        FrameReader reader;
        std::string seen;
        Frame frame;
        for (const auto& part : {bytes.substr(0, cut), bytes.substr(cut)}) {
            reader.feed(part);
            while (reader.next(frame) == FrameReader::Outcome::Frame)
                seen += std::to_string(frame.type) + "/" + std::to_string(frame.flags) + "/" +
                        std::to_string(frame.channel) + "/" + std::string(frame.payload) + " ";
        }
        EXPECT_EQ(seen, "3/0/7/abc 5/1/7/ ") << "cut at " << cut;
    }
}

TEST(Frames, OneThatIsTooLargeIsRefusedBeforeItArrives) {
    std::string bytes;
    WireWriter(bytes).u32(kLargestPayload + 1);
    bytes += std::string(8, '\0');
    FrameReader reader;
    reader.feed(bytes);
    Frame frame;
    EXPECT_EQ(reader.next(frame), FrameReader::Outcome::TooLarge);
}

TEST(Frames, TheLargestFits) {
    std::string bytes;
    appendFrame(bytes, FrameType::Data, 0, 1, std::string(kLargestPayload, 'x'));
    FrameReader reader;
    reader.feed(bytes);
    Frame frame;
    EXPECT_EQ(reader.next(frame), FrameReader::Outcome::Frame);
    EXPECT_EQ(frame.payload.size(), kLargestPayload);
}

TEST(Wire, ReadingPastTheEndGivesNothingAndSaysSo) {
    WireReader reader("\x05\0\0\0ab");
    EXPECT_EQ(reader.text(), "");
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(reader.u64(), 0u);
}

TEST(Wire, AHugeCountAllocatesNothing) {
    std::string bytes;
    WireWriter(bytes).u32(0xffffffff);
    WireReader reader(bytes);
    EXPECT_TRUE(reader.texts().empty());
    EXPECT_FALSE(reader.ok());
}

}  // namespace ph::shim
