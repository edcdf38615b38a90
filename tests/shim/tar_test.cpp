#include "shim/tar.h"

#include "support/program.h"

#include <gtest/gtest.h>

#include <random>

namespace ph::shim {

namespace {

class Entries final : public TarSink {
public:
    bool begin(const TarEntry& entry) override {
        list.push_back(entry);
        contents.emplace_back();
        return !refuse;
    }
    bool data(std::string_view bytes) override {
        contents.back().append(bytes);
        return true;
    }
    bool end() override {
        ++ended;
        return true;
    }
    std::vector<TarEntry> list;
    std::vector<std::string> contents;
    int ended = 0;
    bool refuse = false;
};

std::string file(const std::string& path, const std::string& content) {
    TarEntry entry;
    entry.path = path;
    entry.size = static_cast<std::int64_t>(content.size());
    return tarHeader(entry) + content + std::string(tarPadding(entry.size), '\0');
}

std::string errorOf(const std::string& bytes) {
    Entries entries;
    TarReader reader(entries);
    reader.feed(bytes);
    return reader.error();
}

}  // namespace

TEST(Tar, ReadsWhatItWroteHoweverItIsSplit) {
    TarEntry link;
    link.kind = TarKind::Link;
    link.path = "a/link";
    link.target = std::string(150, 't');
    const std::string bytes = file("a/b", "hello") + tarHeader(link) +
                              file(std::string(120, 'n') + "/" + std::string(130, 'm'), "") + tarEnd();
    for (std::size_t cut = 0; cut <= bytes.size(); cut += 7) {
        Entries entries;
        TarReader reader(entries);
        ASSERT_TRUE(reader.feed(std::string_view(bytes).substr(0, cut))) << reader.error();
        ASSERT_TRUE(reader.feed(std::string_view(bytes).substr(cut))) << reader.error();
        EXPECT_TRUE(reader.ended());
        ASSERT_EQ(entries.list.size(), 3u);
        EXPECT_EQ(entries.contents[0], "hello");
        EXPECT_EQ(entries.list[1].target, link.target);
        EXPECT_EQ(entries.list[2].path, std::string(120, 'n') + "/" + std::string(130, 'm'));
        EXPECT_EQ(entries.ended, 3);
    }
}

TEST(Tar, AgreesWithTheSystemsTar) {
    test::TemporaryFolder folder;
    const std::string longName = std::string(90, 'x') + "/" + std::string(200, 'y');
    test::writeFile(folder.path() + "/made.tar", file("short", "content") + file(longName, "deep") + tarEnd());
    const auto listed = test::runProgram({"tar", "-tf", folder.path() + "/made.tar"});
    EXPECT_EQ(listed.exitCode, 0) << listed.err;
    EXPECT_EQ(listed.out, "short\n" + longName + "\n");
    for (const char* format : {"ustar", "gnu", "pax"}) {
        test::runProgram({"sh", "-c",
                          "cd " + folder.path() + " && mkdir -p d/" + std::string(90, 'p') + " && printf abc > d/" +
                              std::string(90, 'p') + "/" + std::string(90, 'q') +
                              " && ln -sf there d/l && tar --format=" + format + " -cf t.tar d"});
        Entries entries;
        TarReader reader(entries);
        EXPECT_TRUE(reader.feed(test::readFile(folder.path() + "/t.tar"))) << format << " " << reader.error();
        EXPECT_TRUE(reader.ended());
        ASSERT_EQ(entries.list.size(), 4u) << format;
        std::string all;
        for (const auto& content : entries.contents) all += content;
        EXPECT_EQ(all, "abc");
    }
}

TEST(Tar, PathsThatLeadOutAreRefused) {
    EXPECT_EQ(errorOf(file("../x", "a")), "bad-path");
    EXPECT_EQ(errorOf(file("/etc/passwd", "a")), "bad-path");
    EXPECT_EQ(errorOf(file("a/../../x", "a")), "bad-path");
    EXPECT_EQ(errorOf(file("a/..", "a")), "bad-path");
    EXPECT_EQ(errorOf(file("a..b/x", "a")), "");
}

TEST(Tar, BrokenInputIsAnError) {
    EXPECT_EQ(errorOf(std::string(512, 'q')), "bad-checksum");
    std::string broken = file("a", "b");
    broken[10] ^= 1;
    EXPECT_EQ(errorOf(broken), "bad-checksum");
}

TEST(Tar, ARefusalEndsTheReading) {
    Entries entries;
    entries.refuse = true;
    TarReader reader(entries);
    EXPECT_FALSE(reader.feed(file("a", "b")));
    EXPECT_EQ(reader.error(), "refused");
}

TEST(Tar, SurvivesRandomChanges) {
    std::mt19937 random(3);
    const std::string good = file("a/b", std::string(700, 'c')) + file(std::string(300, 'n'), "x") + tarEnd();
    for (int round = 0; round < 2000; ++round) {
        std::string bytes = good;
        for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
        // A right sum lets the change through to what lies behind it.
        unsigned sum = 8 * ' ';
        for (std::size_t i = 0; i < 512; ++i)
            if (i < 148 || i >= 156) sum += static_cast<unsigned char>(bytes[i]);
        snprintf(bytes.data() + 148, 8, "%06o", sum);
        Entries entries;
        TarReader reader(entries);
        for (std::size_t at = 0; at < bytes.size() && reader.feed(std::string_view(bytes).substr(at, 300)); at += 300) {
        }
    }
}

}  // namespace ph::shim
