#include "engine/file_descriptor.h"
#include "engine/output_collector.h"
#include "store/blobs/folder_blob_store.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace ph::engine {

namespace {

class OutputLimits : public testing::Test {
protected:
    OutputLimits() { std::filesystem::create_directories(work()); }
    std::string work() const { return m_folder.path() + "/work"; }
    void put(const std::string& name, const std::string& text) { ASSERT_TRUE(writeFile(work() + "/" + name, text)); }
    /// "path" of what was kept and "path:detail" of what was not, in order.
    std::string collect(const std::vector<std::string>& patterns, Bytes most = {}) {
        const auto collected = collectOutputs(work(), patterns, m_blobs, most);
        std::string text;
        for (const auto& output : collected.outputs) text += output.path + " ";
        for (const auto& failure : collected.failures)
            text += failure.arguments.at("path") + ":" + failure.arguments.at("detail") + " ";
        return text;
    }
    std::size_t blobFiles() const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder.path() + "/blobs"))
            count += entry.is_regular_file();
        return count;
    }

    test::TemporaryFolder m_folder;
    FolderBlobStore m_blobs{m_folder.path() + "/blobs", Bytes{0}};
};

}  // namespace

TEST_F(OutputLimits, KeepsNoMoreThanTheTaskMightHave) {
    put("a", std::string(600, 'a'));
    put("b", std::string(600, 'b'));
    put("c", std::string(400, 'c'));
    EXPECT_EQ(collect({"**"}, {1000}), "a c b:too-large ");
}

TEST_F(OutputLimits, AHoleCountsAsBytes) {
    put("sparse", "");
    ASSERT_EQ(::truncate((work() + "/sparse").c_str(), 1LL << 40), 0);
    EXPECT_EQ(collect({"**"}, {20 << 20}), "sparse:too-large ");
    EXPECT_EQ(blobFiles(), 0u);
}

TEST_F(OutputLimits, ANameThatIsNoTextIsToldByItsBytes) {
    put("bad\xff name", "x");
    put("good", "y");
    EXPECT_EQ(collect({"**"}), "good bad%FF name:not-text ");
}

TEST_F(OutputLimits, ALinkInTheMiddleLeadsNowhere) {
    std::filesystem::create_directories(m_folder.path() + "/outside");
    ASSERT_TRUE(writeFile(m_folder.path() + "/outside/secret", "x"));
    std::filesystem::create_directory_symlink(m_folder.path() + "/outside", work() + "/link");
    EXPECT_EQ(collect({"link/secret"}), "link/secret:not-found ");
    EXPECT_EQ(collect({"**"}), "");
}

}  // namespace ph::engine
