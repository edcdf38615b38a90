#include "reflect/names.h"

#include <gmock/gmock.h>

namespace ph::reflect::test {

namespace {

TEST(WireName, IsSnakeCaseWithoutATrailingUnderscore) {
    EXPECT_EQ(wireName("timeLimit"), "time_limit");
    EXPECT_EQ(wireName("OutOfMemory"), "out_of_memory");
    EXPECT_EQ(wireName("template_"), "template");
    EXPECT_EQ(wireName("cpu"), "cpu");
    EXPECT_EQ(wireName(""), "");
}

}  // namespace

}  // namespace ph::reflect::test
