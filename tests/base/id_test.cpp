#include "base/id.h"

#include "support/seeded_random.h"

#include <gmock/gmock.h>

#include <set>
#include <unordered_set>

namespace ph::test {

namespace {

TEST(Id, IsALetterAndThirteenLowerCaseBase32Characters) {
    SeededRandom random;
    for (int i = 0; i < 200; ++i) EXPECT_THAT(JobId::random(random).str(), testing::MatchesRegex("j[a-z2-7]+"));
    EXPECT_EQ(UserId::random(random).str().size(), 14u);
    EXPECT_EQ(UserId::random(random).str().front(), 'u');
}

TEST(Id, TenThousandAreAllDifferentAndUseEveryCharacter) {
    SystemRandom random;
    std::set<JobId> ids;
    std::set<char> characters;
    for (int i = 0; i < 10'000; ++i) {
        const auto id = JobId::random(random);
        ids.insert(id);
        for (const char c : id.view().substr(1)) characters.insert(c);
    }
    EXPECT_EQ(ids.size(), 10'000u);
    EXPECT_EQ(characters.size(), 32u);
}

TEST(Id, ParsesExactlyItsOwnText) {
    SeededRandom random;
    const auto id = JobId::random(random);
    EXPECT_EQ(JobId::parse(id.str()), id);
    for (const auto* text : {"", "j", "jaaaaaaaaaaaa", "jaaaaaaaaaaaaaa", "uaaaaaaaaaaaaa", "jAaaaaaaaaaaaa",
                             "jaaaaaaaaaaaa1", "jaaaaaaaaaaaa/", "j aaaaaaaaaaaa", "jaaaaaaaaaaaa\n"})
        EXPECT_FALSE(JobId::parse(text)) << text;
    EXPECT_TRUE(JobId::parse("jaaaaaaaaaaaaa"));
}

TEST(Id, AnEmptyOneMeansNone) {
    EXPECT_TRUE(JobId().empty());
    EXPECT_EQ(JobId().str(), "");
    EXPECT_FALSE(JobId::parse("jaaaaaaaaaaaaa")->empty());
    EXPECT_EQ(JobId(), JobId());
}

TEST(Id, HashesByItsText) {
    SeededRandom random;
    const auto id = NodeId::random(random);
    std::unordered_set<NodeId> set{id, id, NodeId::random(random)};
    EXPECT_EQ(set.size(), 2u);
    EXPECT_TRUE(set.contains(*NodeId::parse(id.str())));
}

TEST(Random, HexIsTwoDigitsAByte) {
    SystemRandom random;
    EXPECT_THAT(randomHex(random, 16), testing::MatchesRegex("[0-9a-f]+"));
    EXPECT_EQ(randomHex(random, 16).size(), 32u);
    EXPECT_NE(randomHex(random, 16), randomHex(random, 16));
    EXPECT_EQ(randomHex(random, 0), "");
}

}  // namespace

}  // namespace ph::test
