#include "domain/events/event.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

TEST(Position, ReadsBackWhatItWrites) {
    for (const EventPosition position :
         {EventPosition{0, 0}, EventPosition{3, 1042}, EventPosition{1, 9'223'372'036'854'775'807}})
        EXPECT_EQ(parsePosition(positionText(position)), position);
    EXPECT_EQ(positionText({3, 1042}), "3.1042");
}

TEST(Position, RefusesOtherText) {
    for (const auto* text : {"", ".", "3", "3.", ".5", "3.5.6", "-3.5", "3.-5", "3 .5", "3. 5", "a.b", "3.5x", "+3.5",
                             "3.9223372036854775808"})
        EXPECT_FALSE(parsePosition(text)) << text;
}

TEST(Position, OrdersByEpochThenSeq) {
    EXPECT_LT((EventPosition{1, 900}), (EventPosition{2, 1}));
    EXPECT_LT((EventPosition{2, 1}), (EventPosition{2, 2}));
}

}  // namespace

}  // namespace ph::test
