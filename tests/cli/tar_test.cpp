#include "cli/jobs/tar_extractor.h"
#include "cli/jobs/tar_packer.h"
#include "cli/tar_reader.h"
#include "cli/tar_writer.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace ph::cli {

namespace {

/// Keeps everything in memory.
class MemoryTarget final : public TarTarget {
public:
    bool begin(const TarEntry& entry) override {
        entries.push_back(entry);
        return !refuse;
    }
    bool data(std::string_view bytes) override {
        contents[entries.back().path] += bytes;
        return true;
    }
    bool end() override {
        ++ends;
        return true;
    }
    std::vector<TarEntry> entries;
    std::map<std::string, std::string> contents;
    int ends = 0;
    bool refuse = false;
};

std::string file(const std::string& path, const std::string& content, bool executable = false) {
    const auto size = static_cast<std::int64_t>(content.size());
    return tarFileHeader(path, size, executable) + content + tarPadding(size);
}

/// A header whose name field was overwritten, with its checksum made right again.
std::string forged(const std::string& path, char type) {
    std::string header = tarFileHeader("x", 0, false);
    std::copy(path.begin(), path.end(), header.begin());
    header[156] = type;
    std::fill(header.begin() + 148, header.begin() + 156, ' ');
    unsigned sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    std::snprintf(header.data() + 148, 8, "%06o", sum);
    return header;
}

}  // namespace

TEST(Tar, ReadsBackWhatItWroteCutAtEveryByte) {
    const std::string longPath = std::string(90, 'd') + "/" + std::string(120, 'f');
    const std::string stream = tarFolderHeader("d") + file("d/a", "alpha", true) + file("d/empty", "") +
                               file(longPath, "long") + file("d/b", std::string(512, 'b')) + tarEnd();
    for (std::size_t cut = 0; cut <= stream.size(); cut += cut < 700 || cut + 700 > stream.size() ? 1 : 37) {
        MemoryTarget target;
        TarReader reader(target);
        ASSERT_TRUE(reader.feed(std::string_view(stream).substr(0, cut)));
        ASSERT_TRUE(reader.feed(std::string_view(stream).substr(cut)));
        ASSERT_TRUE(reader.complete());
        ASSERT_EQ(target.entries.size(), 5u);
        ASSERT_EQ(target.ends, 5);
        ASSERT_EQ(target.contents["d/a"], "alpha");
        ASSERT_EQ(target.contents[longPath], "long");
        ASSERT_EQ(target.contents["d/b"].size(), 512u);
        ASSERT_TRUE(target.entries[1].executable);
        ASSERT_EQ(target.entries[0].kind, TarEntry::Kind::Folder);
    }
}

TEST(Tar, IsReadByTheSystemsTar) {
    QTemporaryDir folder;
    QFile archive(folder.filePath(QStringLiteral("x.tar")));
    ASSERT_TRUE(archive.open(QIODevice::WriteOnly));
    archive.write(QByteArray::fromStdString(file("d/" + std::string(150, 'n'), "content") + tarEnd()));
    archive.close();
    const auto command = "tar -xOf '" + archive.fileName().toStdString() + "' | grep -q '^content$'";
    EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(Tar, BreaksOnHostileInput) {
    const std::vector<std::pair<const char*, std::string>> inputs{
        {"a parent folder", forged("../evil", '0')},
        {"a parent inside", forged("a/../../b", '0')},
        {"an absolute path", forged("/etc/x", '0')},
        {"no path", forged(std::string(1, '\0'), '0')},
        {"noise", std::string(512, 'x')},
        {"an endless extension", forged("x", 'x')},
        {"a bad pax record",
         [] {
             const std::string record = "99 path=x\n";
             std::string header = forged("p", 'x');
             return header;
         }()},
    };
    for (const auto& [name, input] : inputs) {
        MemoryTarget target;
        TarReader reader(target);
        EXPECT_FALSE(reader.feed(input + tarEnd())) << name;
        EXPECT_TRUE(reader.broken()) << name;
        EXPECT_TRUE(target.entries.empty()) << name;
    }
}

TEST(Tar, LeavesOutANameWithControlCharactersAndGoesOn) {
    MemoryTarget target;
    TarReader reader(target);
    EXPECT_TRUE(reader.feed(forged("new\nline", '0') + file("good", "content") + tarEnd()));
    ASSERT_EQ(target.entries.size(), 2u);
    EXPECT_EQ(target.entries[0].kind, TarEntry::Kind::Other);
    EXPECT_EQ(target.entries[0].path, "new?line");
    EXPECT_EQ(target.entries[1].path, "good");
}

TEST(Tar, StopsWhenItsTargetRefuses) {
    MemoryTarget target;
    target.refuse = true;
    TarReader reader(target);
    EXPECT_FALSE(reader.feed(file("a", "x")));
}

TEST(TarExtractor, RenamesTheTopUnlessTheDestinationIsAFolder) {
    QTemporaryDir folder;
    const std::string stream = tarFolderHeader("d") + file("d/a", "alpha", true) + tarEnd();
    TarExtractor renamed(folder.filePath(QStringLiteral("new")));
    EXPECT_TRUE(TarReader(renamed).feed(stream));
    EXPECT_TRUE(QFileInfo(folder.filePath(QStringLiteral("new/a"))).isExecutable());
    QDir(folder.path()).mkdir(QStringLiteral("old"));
    TarExtractor into(folder.filePath(QStringLiteral("old")));
    EXPECT_TRUE(TarReader(into).feed(stream));
    EXPECT_TRUE(QFileInfo::exists(folder.filePath(QStringLiteral("old/d/a"))));
}

TEST(TarExtractor, LeavesOutLinksAndSaysWhatItCannotWrite) {
    QTemporaryDir folder;
    TarExtractor extractor(folder.path());
    EXPECT_TRUE(TarReader(extractor).feed(forged("link", '2') + tarEnd()));
    EXPECT_EQ(extractor.leftOut(), 1);
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
    QDir(folder.path()).mkdir(QStringLiteral("a"));
    TarExtractor blocked(folder.path());
    EXPECT_FALSE(TarReader(blocked).feed(file("a", "x")));
    EXPECT_FALSE(blocked.reason().isEmpty());
}

TEST(TarPacker, SaysThatAFileChanged) {
    QTemporaryDir folder;
    QFile source(folder.filePath(QStringLiteral("x")));
    ASSERT_TRUE(source.open(QIODevice::WriteOnly));
    source.write(QByteArray(1000, 'x'));
    source.flush();
    TarPacker packer(source.fileName(), "x");
    ASSERT_TRUE(packer.next());
    source.resize(10);
    ASSERT_TRUE(packer.next());
    EXPECT_TRUE(packer.next().has_error());
}

}  // namespace ph::cli
