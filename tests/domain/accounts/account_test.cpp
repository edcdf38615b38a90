#include "domain/accounts/account.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

TEST(UserName, IsLowerCaseAsciiBeginningWithALetter) {
    for (const auto& good : {std::string("a"), std::string("ada.lovelace"), std::string("x-1_y"), std::string(64, 'a')})
        EXPECT_TRUE(validateUserName(good, "name").empty()) << good;
    for (const auto& bad :
         {std::string(), std::string("1a"), std::string(".a"), std::string("Ada"), std::string("a b"),
          std::string("a/b"), std::string("ä"), std::string(65, 'a'), std::string("a\0b", 3), std::string("a\n")}) {
        const auto faults = validateUserName(bad, "name");
        ASSERT_EQ(faults.size(), 1u) << bad;
        EXPECT_EQ(faults[0].path, "name");
        EXPECT_EQ(faults[0].code, "format");
        EXPECT_LE(faults[0].value.size(), 64u);
    }
}

TEST(Password, HasTenToAThousandTwentyFourBytesAndIsNeverTold) {
    EXPECT_TRUE(validatePassword(std::string(10, 'x'), "password").empty());
    EXPECT_TRUE(validatePassword(std::string(1024, 'x'), "password").empty());
    for (const auto& bad : {std::string("hunter2"), std::string(), std::string(1025, 's')}) {
        const auto faults = validatePassword(bad, "password");
        ASSERT_EQ(faults.size(), 1u);
        EXPECT_THAT(faults[0].value, testing::EndsWith(" bytes"));
    }
}

}  // namespace

}  // namespace ph::test
