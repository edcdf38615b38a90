#include "http/live_site.h"
#include "http/text_codec.h"

#include <filesystem>

namespace ph::test {
namespace {

class BlobRoutes : public LiveTest {
protected:
    static std::string digestOf(std::string_view content) { return "sha256:" + http::sha256Hex(content); }
    Answer put(const std::string& digest, std::string_view content) {
        auto client = site.connect();
        client.send(requestHead("PUT", "/api/v1/blobs/" + digest, site.root,
                                fmt::format("Content-Length: {}\r\n\r\n", content.size())));
        client.send(content);
        return client.read();
    }
};

TEST_F(BlobRoutes, StoresAFileByItsDigest) {
    const std::string content(3 << 20, 'c');
    const auto answer = put(digestOf(content), content);
    EXPECT_EQ(answer.status, 201) << answer.body;
    EXPECT_EQ(boost::json::parse(answer.body).at("size"), 3 << 20);
    const auto info = site.get("/api/v1/blobs/" + digestOf(content) + "/info");
    EXPECT_EQ(info.at("digest").as_string(), digestOf(content));
    EXPECT_EQ(readFile(site.blobs.path(digestOf(content))), content);
    EXPECT_EQ(put(digestOf(content), content).status, 201) << "again is no error";
}

TEST_F(BlobRoutes, StoresAnEmptyFile) {
    auto client = site.connect();
    client.send(requestHead("PUT", "/api/v1/blobs/" + digestOf(""), site.root, "Content-Length: 0\r\n\r\n"));
    EXPECT_EQ(client.read().status, 201);
}

TEST_F(BlobRoutes, RefusesContentThatIsNotWhatItIsCalled) {
    const auto answer = put(digestOf("this"), "that");
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(errorOf(answer), "digest-mismatch");
    auto client = site.connect();
    EXPECT_EQ(client.request("GET", "/api/v1/blobs/" + digestOf("this") + "/info", site.root).status, 404);
}

TEST_F(BlobRoutes, RefusesAFileThatIsTooLarge) {
    const std::string content((4 << 20) + 1, 'c');
    const auto answer = put(digestOf(content), content);
    EXPECT_EQ(answer.status, 413);
    EXPECT_EQ(errorOf(answer), "file-too-large");
}

TEST_F(BlobRoutes, RefusesANameThatIsNoDigest) {
    EXPECT_EQ(put("sha256:abc", "x").status, 400);
    EXPECT_EQ(put("..%2F..%2Fetc%2Fpasswd", "x").status, 400);
}

TEST_F(BlobRoutes, KeepsNothingOfAnUploadThatBreaksOff) {
    const auto digest = digestOf("whole content");
    {
        auto client = site.connect();
        client.send(requestHead("PUT", "/api/v1/blobs/" + digest, site.root, "Content-Length: 13\r\n\r\nwhole"));
    }
    auto client = site.connect();
    EXPECT_EQ(client.request("GET", "/api/v1/blobs/" + digest + "/info", site.root).status, 404);
    EXPECT_EQ(put(digest, "whole content").status, 201);
}

TEST_F(BlobRoutes, SendsAnArtifact) {
    const std::string content(2'000'000, 'a');
    ASSERT_EQ(put(digestOf(content), content).status, 201);
    const auto job = site.submit(site.root);
    site.bring(job, JobState::Running);
    auto keep = [&](Transaction& tx) -> Result<> {
        return tx.taskRuns().addArtifacts({{job, 1, "out/model.bin", digestOf(content), 2'000'000, site.clock.now()}});
    };
    site.run(site.database->write(keep)).value();
    const auto base = "/api/v1/jobs/" + job.str();
    EXPECT_EQ(site.get(base + "/artifacts").at("items").at(0).at("path"), "out/model.bin");
    auto client = site.connect();
    const auto answer = client.request("GET", base + "/artifact?path=out/model.bin", site.root);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, content);
    EXPECT_EQ(answer.headers.at("ph-digest"), digestOf(content));
    EXPECT_EQ(client.request("GET", base + "/artifact?path=other", site.root).status, 404);
    std::filesystem::remove(site.blobs.path(digestOf(content)));
    EXPECT_EQ(client.request("GET", base + "/artifact?path=out/model.bin", site.root).status, 503);
}

}  // namespace
}  // namespace ph::test
