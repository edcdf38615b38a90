#include "base/log_tail.h"

#include "base/utf8.h"

#include <gmock/gmock.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <memory>

namespace ph::test {

namespace {

struct LogTailTest : testing::Test {
    LogTailTest() { logger.set_pattern("%l %v"); }
    std::shared_ptr<LogTail> tail = std::make_shared<LogTail>();
    spdlog::logger logger{"test", tail};
};

TEST_F(LogTailTest, KeepsLinesAsTheyWereWritten) {
    logger.info("one");
    logger.warn("two");
    EXPECT_EQ(tail->text(), "info one\nwarning two\n");
}

TEST_F(LogTailTest, LetsTheOldestGoBeyondItsBound) {
    for (std::size_t i = 0; i < LogTail::kLines + 5; ++i) logger.info("line {}.", i);
    const auto text = tail->text();
    EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), LogTail::kLines);
    EXPECT_TRUE(text.starts_with("info line 5.\n"));
    EXPECT_TRUE(text.ends_with(fmt::format("info line {}.\n", LogTail::kLines + 4)));
}

TEST_F(LogTailTest, CutsLongLinesAndMakesForeignBytesReadable) {
    logger.info(std::string(100'000, 'x'));
    logger.info("\xff\xfe");
    EXPECT_LT(tail->text().size(), LogTail::kLongest + 100);
    EXPECT_TRUE(isUtf8(tail->text()));
}

}  // namespace

}  // namespace ph::test
