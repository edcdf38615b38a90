#include "engine/task/file_watch.h"

#include "engine/file_descriptor.h"
#include "support/lacks.h"
#include "support/program.h"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>

namespace ph::engine {

namespace {

class FileWatches : public ::testing::Test {
protected:
    ~FileWatches() override {
        watch.close();
        run();
    }

    std::string path(const std::string& name) const { return m_folder.path() + "/" + name; }
    void append(const std::string& name, const std::string& text = "x") {
        const FileDescriptor file = openFile(path(name), O_WRONLY | O_CREAT | O_APPEND);
        EXPECT_TRUE(writeAll(file.get(), text));
    }
    int watchFile(const std::string& name) {
        append(name);
        return watch.watch(path(name), [this, name] { told[name]++; });
    }
    /// Tells what has happened up to now.
    void run() {
        m_io.restart();
        m_io.poll();
    }

    std::map<std::string, int> told;

private:
    test::TemporaryFolder m_folder;
    boost::asio::io_context m_io;

protected:
    FileWatch watch{m_io.get_executor()};
};

}  // namespace

TEST_F(FileWatches, TellWhenAFileGrowsAndWhich) {
    EXPECT_GE(watchFile("a"), 0);
    EXPECT_GE(watchFile("b"), 0);
    run();
    EXPECT_EQ(told.size(), 0u) << "what was written before does not count";
    append("a");
    run();
    EXPECT_EQ(told, (std::map<std::string, int>{{"a", 1}}));
    append("b");
    run();
    EXPECT_EQ(told, (std::map<std::string, int>{{"a", 1}, {"b", 1}}));
}

TEST_F(FileWatches, TellOnceOfManyWritesAndAgainOfLaterOnes) {
    watchFile("a");
    for (int i = 0; i < 100; ++i) append("a");
    run();
    const int first = told["a"];
    EXPECT_GE(first, 1);
    EXPECT_LE(first, 3);
    append("a");
    run();
    EXPECT_EQ(told["a"], first + 1);
}

TEST_F(FileWatches, AreRefusedForAFileThatIsNotThere) {
    EXPECT_EQ(watch.watch(path("missing"), [] {}), -1);
    watch.forget(-1);
    watchFile("a");
    append("a");
    run();
    EXPECT_EQ(told["a"], 1);
}

TEST_F(FileWatches, SayNothingMoreOnceForgotten) {
    const int number = watchFile("a");
    watchFile("b");
    append("a");
    append("b");
    watch.forget(number);
    watch.forget(number);
    run();
    append("a");
    run();
    EXPECT_EQ(told, (std::map<std::string, int>{{"b", 1}})) << "not even what had happened before";
}

TEST_F(FileWatches, MayBeForgottenAndClosedByThoseTheyTell) {
    append("a");
    append("b");
    int number = -1, calls = 0;
    number = watch.watch(path("a"), [&] {
        ++calls;
        watch.forget(number);
    });
    append("a");
    run();
    append("a");
    run();
    EXPECT_EQ(calls, 1);
    watch.watch(path("b"), [&] {
        ++calls;
        watch.close();
    });
    append("b");
    run();
    append("b");
    run();
    EXPECT_EQ(calls, 2);
}

TEST_F(FileWatches, SurviveTheEndOfTheirFile) {
    const int number = watchFile("a");
    watchFile("b");
    std::filesystem::remove(path("a"));
    run();
    watch.forget(number);
    append("b");
    run();
    EXPECT_EQ(told["b"], 1);
}

TEST_F(FileWatches, MissNoFileWhenTheKernelCannotKeepUp) {
    const int most = std::atoi(readFile("/proc/sys/fs/inotify/max_queued_events").c_str());
    if (most <= 0 || most > 200'000) return test::lacks("a queue of watched files that can be filled");
    for (const char* name : {"a", "b", "last"}) watchFile(name);
    const FileDescriptor a = openFile(path("a"), O_WRONLY | O_APPEND), b = openFile(path("b"), O_WRONLY | O_APPEND);
    // Events of one file in a row are one event; these are not.
    for (int i = 0; i <= most; ++i) ASSERT_TRUE(writeAll((i % 2 ? a : b).get(), "x"));
    append("last");
    run();
    EXPECT_GE(told["last"], 1);
    told.clear();
    append("last");
    run();
    EXPECT_EQ(told, (std::map<std::string, int>{{"last", 1}}));
}

}  // namespace ph::engine
