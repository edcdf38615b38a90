#include "engine/output_collector.h"

#include "engine/file_descriptor.h"
#include "engine/memory_blobs.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

namespace ph::engine {

namespace fs = std::filesystem;

namespace {

/// The working directory of an ended task, beside something that is none of its business.
class Outputs : public ::testing::Test {
protected:
    Outputs() {
        fs::create_directories(work());
        fs::create_directories(outside());
        test::writeFile(outside() + "/secret", "top secret");
    }

    std::string work() const { return m_folder.path() + "/work"; }
    std::string outside() const { return m_folder.path() + "/outside"; }
    void file(const std::string& path, const std::string& text) {
        fs::create_directories(fs::path(work() + "/" + path).parent_path());
        test::writeFile(work() + "/" + path, text);
    }
    void link(const std::string& target, const std::string& path) { fs::create_symlink(target, work() + "/" + path); }

    /// "path=contents" of each output, then "!path detail" of each failure.
    std::vector<std::string> collect(const std::vector<std::string>& patterns) {
        const Collected collected = collectOutputs(work(), patterns, blobs);
        std::vector<std::string> list;
        for (const auto& output : collected.outputs) {
            const std::string& text = blobs.contents.at(output.digest);
            EXPECT_EQ(output.size, static_cast<std::int64_t>(text.size()));
            list.push_back(output.path + "=" + text);
        }
        for (const auto& failure : collected.failures) {
            EXPECT_EQ(failure.code, ReasonCode::OutputFailed);
            list.push_back("!" + failure.arguments.at("path") + " " + failure.arguments.at("detail"));
        }
        return list;
    }

    test::MemoryBlobs blobs;

private:
    test::TemporaryFolder m_folder;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_F(Outputs, AreStoredByNameFolderAndPattern) {
    file("model.bin", "weights");
    file("plots/a.png", "A");
    file("plots/deep/b.png", "B");
    file("plots/notes.txt", "N");
    file(".hidden/x", "H");
    EXPECT_EQ(collect({"model.bin"}), (Lines{"model.bin=weights"}));
    EXPECT_EQ(collect({"./plots/"}), (Lines{"plots/a.png=A", "plots/deep/b.png=B", "plots/notes.txt=N"}));
    EXPECT_EQ(collect({"plots/*.png"}), (Lines{"plots/a.png=A"}));
    EXPECT_EQ(collect({"**/*.png", "*.bin"}), (Lines{"model.bin=weights", "plots/a.png=A", "plots/deep/b.png=B"}));
    EXPECT_EQ(collect({".hidden"}), (Lines{".hidden/x=H"}));
}

TEST_F(Outputs, OfSeveralPatternsAreStoredOnce) {
    file("a", "1");
    EXPECT_EQ(collect({"a", "*", "**", "a"}), (Lines{"a=1"}));
}

TEST_F(Outputs, ThatAreNotThereAreMissedOnlyIfTheyWereNamed) {
    file("a", "1");
    EXPECT_EQ(collect({"model.bin", "*.csv", "deep/er/x", "**/none*"}),
              (Lines{"!model.bin not-found", "!deep/er/x not-found"}));
    fs::create_directories(work() + "/empty");
    EXPECT_EQ(collect({"empty"}), (Lines{})) << "a folder is there, if only empty";
}

TEST_F(Outputs, NeverComeFromOutside) {
    file("a", "1");
    EXPECT_EQ(collect({"../outside/secret", "..", "/etc/passwd", outside() + "/secret", "a/../../outside/secret"}),
              (Lines{"!../outside/secret not-found", "!.. not-found", "!/etc/passwd not-found",
                     "!" + outside() + "/secret not-found", "!a/../../outside/secret not-found"}));
}

TEST_F(Outputs, BehindALinkAreRefusedByNameAndLeftOutOtherwise) {
    link(outside() + "/secret", "absolute");
    link("../outside/secret", "relative");
    link("inner", "harmless");
    link("nowhere", "dangling");
    link("loop", "loop");
    file("inner", "I");
    EXPECT_EQ(collect({"absolute", "relative", "harmless", "dangling", "loop"}),
              (Lines{"!absolute not-a-file", "!dangling not-a-file", "!harmless not-a-file", "!loop not-a-file",
                     "!relative not-a-file"}));
    EXPECT_EQ(collect({"**"}), (Lines{"inner=I"}));
}

TEST_F(Outputs, BehindALinkedFolderAreNotThere) {
    link(outside(), "results");
    link(".", "self");
    file("a", "1");
    EXPECT_EQ(collect({"results/secret"}), (Lines{"!results/secret not-found"}));
    EXPECT_EQ(collect({"results"}), (Lines{"!results not-a-file"}));
    EXPECT_EQ(collect({"**", "results/*", "self/**"}), (Lines{"a=1"}));
}

TEST_F(Outputs, OfAWorkingDirectoryThatIsALinkAreNotThere) {
    fs::remove(work());
    fs::create_directory_symlink(outside(), work());
    EXPECT_EQ(collect({"secret", "**"}), (Lines{"!secret not-found"}));
    fs::remove(work());
    EXPECT_EQ(collect({"secret"}), (Lines{"!secret not-found"}));
}

TEST_F(Outputs, AreFilesAndNothingThatHangsOrIsADevice) {
    ASSERT_EQ(::mkfifo((work() + "/fifo").c_str(), 0644), 0);
    const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    (work() + "/socket").copy(address.sun_path, sizeof address.sun_path - 1);
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    Lines refused{"!fifo not-a-file", "!socket not-a-file"};
    Lines wanted{"fifo", "socket"};
    if (::mknod((work() + "/zero").c_str(), S_IFCHR | 0644, makedev(1, 5)) == 0) {
        wanted.push_back("zero");
        refused.push_back("!zero not-a-file");
    }
    file("plain", "P");
    EXPECT_EQ(collect(wanted), refused);
    EXPECT_EQ(collect({"*"}), (Lines{"plain=P"}));
}

TEST_F(Outputs, MayHaveOddNames) {
    const Lines names{" ", "*", "-rf", "a b", "a\nb", "\"quoted\"", "\\", "modèle", "模型.bin", "~", "%s%n", "..."};
    for (const auto& name : names) file(name, name);
    Lines all;
    for (const auto& name : names) all.push_back(name + "=" + name);
    std::sort(all.begin(), all.end());
    EXPECT_EQ(collect({"**"}), all);
    EXPECT_EQ(collect({"模型.bin", "a b"}), (Lines{"a b=a b", "模型.bin=模型.bin"}));
    EXPECT_EQ(collect({"\\*"}), (Lines{"\\=\\"})) << "a backslash is one, not an escape";
}

TEST_F(Outputs, WithNamesThatAreNoTextAreSaidInText) {
    file("good", "1");
    file("bad\xff\xfe", "2");
    file("cut\xe6\xa8", "3");
    file("folder\xc0\xaf/x", "4");
    file("surrogate\xed\xa0\x80", "5");
    EXPECT_EQ(collect({"**"}), (Lines{"good=1", "!bad%FF%FE not-text", "!cut%E6%A8 not-text",
                                      "!folder%C0%AF/x not-text", "!surrogate%ED%A0%80 not-text"}));
    EXPECT_EQ(collect({"good"}), (Lines{"good=1"})) << "what nobody asked for does not matter";
}

TEST_F(Outputs, OfEverySizeArriveWhole) {
    std::string big;
    for (std::int64_t i = 0; big.size() < (3u << 20); ++i) big += std::to_string(i * 7919) + "\n";
    file("big", big);
    file("empty", "");
    file("exact", std::string(1 << 20, '\0'));
    ASSERT_EQ(collect({"*"}).size(), 3u);
    EXPECT_TRUE(blobs.contents.at("blob0") == big);
    EXPECT_EQ(blobs.contents.at("blob1"), "");
    EXPECT_EQ(blobs.contents.at("blob2"), std::string(1 << 20, '\0'));
}

TEST_F(Outputs, AreFoundDeepDownAndTheBottomlessEndsTheSearch) {
    std::string path;
    int folder = ::open(work().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int depth = 1; depth <= 300; ++depth) {
        ASSERT_EQ(::mkdirat(folder, "d", 0755), 0);
        const int next = ::openat(folder, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ::close(folder);
        folder = next;
        if (depth <= 50) path += "d/";
        if (depth == 50 || depth == 300) ::close(::openat(folder, "here", O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
    }
    ::close(folder);
    EXPECT_EQ(collect({"**/here"}), (Lines{path + "here="}));
    EXPECT_TRUE(removeTree(work()));
}

TEST_F(Outputs, OverTheirNumberAreLeftOutAndThatIsSaid) {
    for (int i = 0; i < 10; ++i) file("part" + std::to_string(i), "x");
    const Collected few = collectOutputs(work(), {"*", "part9"}, blobs, {}, 4);
    EXPECT_EQ(few.outputs.size(), 4u);
    ASSERT_EQ(few.failures.size(), 1u);
    EXPECT_EQ(few.failures[0].arguments.at("detail"), "too-many");
    EXPECT_EQ(few.failures[0].arguments.at("path"), "part4") << "the first that is not kept";
    const Collected all = collectOutputs(work(), {"*"}, blobs, {}, 10);
    EXPECT_EQ(all.outputs.size(), 10u);
    EXPECT_TRUE(all.failures.empty());
}

TEST_F(Outputs, ThatCannotBeKeptAreNamedAndTheOthersAreKept) {
    using Step = test::MemoryBlobs::Step;
    file("a", "1");
    file("b", "2");
    for (const Step step : {Step::Begin, Step::Write, Step::Commit}) {
        blobs.failing = step;
        EXPECT_EQ(collect({"a", "b"}), (Lines{"b=2", "!a no-space"}));
    }
}

TEST_F(Outputs, ThatVanishWhileTheyAreCollectedAreMissedIfTheyWereNamed) {
    file("a", "1");
    file("b", "2");
    file("d/c", "3");
    blobs.onBegin = [this](int) {
        fs::remove(work() + "/b");
        fs::remove_all(work() + "/d");
    };
    EXPECT_EQ(collect({"*"}), (Lines{"a=1"}));
    file("b", "2");
    file("d/c", "3");
    EXPECT_EQ(collect({"a", "b", "d/c"}), (Lines{"a=1", "!b not-found", "!d/c not-found"}));
}

TEST_F(Outputs, ThatBecomeLinksWhileTheyAreCollectedLeadNowhere) {
    file("a", "1");
    file("b", "2");
    file("d/secret", "mine");
    blobs.onBegin = [this](int number) {
        if (number > 0) return;
        fs::remove(work() + "/b");
        fs::remove_all(work() + "/d");
        link(outside() + "/secret", "b");
        link(outside(), "d");
    };
    EXPECT_EQ(collect({"**"}), (Lines{"a=1"}));
}

}  // namespace ph::engine
