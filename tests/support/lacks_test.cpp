#include "support/lacks.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace ph::test {
namespace {

class LacksTest : public ::testing::Test {
protected:
    void TearDown() override {
        if (m_before)
            ::setenv("PH_REQUIRE", m_before->c_str(), 1);
        else
            ::unsetenv("PH_REQUIRE");
    }

private:
    static std::optional<std::string> now() {
        const char* value = std::getenv("PH_REQUIRE");
        return value ? std::optional<std::string>(value) : std::nullopt;
    }
    const std::optional<std::string> m_before = now();
};

TEST_F(LacksTest, WhatTheMachineHasIsNoReasonToSkip) {
    ::setenv("PH_REQUIRE", "wings,wheels", 1);
    EXPECT_FATAL_FAILURE(lacks("wheels"), "this machine has wheels");
    EXPECT_FALSE(IsSkipped());
}

TEST_F(LacksTest, WhatItHasNotSkips) {
    ::setenv("PH_REQUIRE", "wings", 1);
    ::testing::TestPartResultArray results;
    {
        ::testing::ScopedFakeTestPartResultReporter reporter(&results);
        lacks("wing");
        lacks("wheels");
        ::unsetenv("PH_REQUIRE");
        lacks("wings");
    }
    ASSERT_EQ(results.size(), 3);
    for (int i = 0; i < results.size(); ++i) EXPECT_TRUE(results.GetTestPartResult(i).skipped());
}

}  // namespace
}  // namespace ph::test
