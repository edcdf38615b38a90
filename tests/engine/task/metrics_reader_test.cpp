#include "engine/task/metrics_reader.h"

#include <gtest/gtest.h>

namespace ph::engine {

TEST(Metrics, AreReadLineByLine) {
    const std::string text =
        "1000 {\"step\": 1, \"name\": \"loss\", \"value\": 2}\n2000 {\"name\": \"acc\", \"value\": 0.5, \"more\": "
        "[]}\n3000 {\"st";
    const MetricsPiece piece = parseMetrics(text, 100, 10);
    ASSERT_EQ(piece.points.size(), 2u);
    EXPECT_EQ(piece.points[0].value, 2);
    EXPECT_EQ(piece.points[0].at, Timestamp{1000});
    EXPECT_EQ(piece.points[1].step, 0);
    EXPECT_EQ(piece.offset, 100 + static_cast<std::int64_t>(text.rfind('\n')) + 1);
}

TEST(Metrics, HostileLinesAreSkipped) {
    for (const std::string line :
         {"", "x", "1", "1 ", "1 []", "1 {}", "1 {\"name\": \"a\"}", "1 {\"name\": 1, \"value\": 1}",
          "1 {\"name\": \"a\", \"value\": \"1\"}", "1 {\"name\": \"a\", \"value\": NaN}",
          "1 {\"name\": \"a\", \"value\": 1e999}", "1 {\"name\": \"a\", \"value\": 1, \"step\": 1.5}",
          "-{\"name\": \"a\", \"value\": 1}", "1 {\"name\": \"\xff\xfe\", \"value\": 1}", "1 [[[[[[[[[[[[[[[["}) {
        const MetricsPiece piece = parseMetrics(line + "\n5 {\"name\": \"good\", \"value\": 1}\n", 0, 10);
        ASSERT_EQ(piece.points.size(), 1u) << line;
        EXPECT_EQ(piece.points[0].name, "good");
    }
}

TEST(Metrics, NoMoreThanAskedForAreTaken) {
    const std::string one = "1 {\"name\": \"a\", \"value\": 1}\n";
    const MetricsPiece piece = parseMetrics(one + one + one, 0, 2);
    EXPECT_EQ(piece.points.size(), 2u);
    EXPECT_EQ(piece.offset, static_cast<std::int64_t>(2 * one.size()));
    EXPECT_TRUE(readMetricsFile("/nowhere", 0, 5).points.empty());
}

}  // namespace ph::engine
