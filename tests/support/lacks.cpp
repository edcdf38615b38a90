#include "support/lacks.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace ph::test {

void lacks(const std::string& facility) {
    const char* required = std::getenv("PH_REQUIRE");
    const std::string list = "," + std::string(required ? required : "") + ",";
    if (list.find("," + facility + ",") != std::string::npos)
        FAIL() << "this machine has " << facility << ", so the test has no reason to do without";
    GTEST_SKIP() << "without " << facility;
}

}  // namespace ph::test
