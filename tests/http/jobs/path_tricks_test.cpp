#include "http/live_site.h"
#include "http/text_codec.h"

namespace ph::test {
namespace {

/// Paths that people send to get at what is not theirs, or to break what reads them.
class PathTricks : public LiveTest {
protected:
    PathTricks() : job(site.submit(site.root)) {
        site.bring(job, JobState::Running);
        site.bring(kept = site.submit(site.root), JobState::Succeeded);
        auto writer = site.blobs.begin().value();
        writer->write(std::as_bytes(std::span(std::string_view("model")))).value();
        const auto digest = writer->commit({}).value();
        auto keep = [&](Transaction& tx) -> Result<> {
            return tx.taskRuns().addArtifacts({{kept, 1, "out/model.bin", digest, 5, site.clock.now()}});
        };
        site.run(site.database->write(keep)).value();
        const auto sent =
            site.connect().request("PUT", "/api/v1/blobs/sha256:" + http::sha256Hex("model"), site.root, "model");
        EXPECT_EQ(sent.status, 201) << sent.body;
        writeFile(site.folder.path() + "/outside", "not theirs");
    }
    Answer get(const std::string& path) { return site.connect().request("GET", "/api/v1" + path, site.root); }
    std::string submitFile(const std::string& path) {
        boost::json::object file{{"path", path}, {"digest", "sha256:" + http::sha256Hex("model")}, {"size", 5}};
        boost::json::object spec{{"command", boost::json::array{"true"}}, {"files", boost::json::array{file}}};
        const auto answer = site.connect().request("POST", "/api/v1/jobs", site.root, boost::json::serialize(spec));
        if (answer.status == 201) return "taken";
        EXPECT_EQ(answer.status, 400) << answer.body;
        return std::string(boost::json::parse(answer.body).at("faults").at(0).at("path").as_string());
    }

    JobId job, kept;
};

TEST_F(PathTricks, AnArtifactIsANameAndNoPath) {
    const auto artifact = "/jobs/" + kept.str() + "/artifact?path=";
    EXPECT_EQ(get(artifact + "out/model.bin").body, "model");
    for (const std::string path :
         {"../outside", "out/../out/model.bin", "./out/model.bin", "/out/model.bin", "out//model.bin", "out/model.bin/",
          "%2e%2e%2foutside", "..%5coutside", "/etc/passwd", "out", "%ff", "%0a", "*", ""})
        EXPECT_EQ(get(artifact + path).status, 404) << path;
    EXPECT_EQ(get(artifact + "out%2Fmodel.bin%00").status, 400);
    EXPECT_EQ(get(artifact + std::string(6'000, 'a')).status, 404);
    EXPECT_EQ(get(artifact + std::string(200'000, 'a')).status, 431);
}

TEST_F(PathTricks, ABlobIsADigestAndNoPath) {
    const auto hex = http::sha256Hex("model");
    EXPECT_EQ(get("/blobs/sha256:" + hex + "/info").status, 200);
    const std::vector<std::string> names{"..",
                                         "%2e%2e",
                                         "sha256:..%2f..%2foutside",
                                         "sha256:" + std::string(64, '/'),
                                         "sha256:" + hex + "%00",
                                         "sha256:" + hex + "/..",
                                         "SHA256:" + hex,
                                         "sha256:" + std::string(64, 'G'),
                                         std::string(5'000, 'a')};
    for (const auto& name : names) {
        const auto status = get("/blobs/" + name + "/info").status;
        EXPECT_TRUE(status == 400 || status == 404) << name << ' ' << status;
    }
}

TEST_F(PathTricks, AnUploadedFileHasAPlaceInsideTheWorkingDirectory) {
    for (const auto* good : {"train.py", "a/b/c.txt", "..hidden", "with space", "名字.py", "a..b/c"})
        EXPECT_EQ(submitFile(good), "taken") << good;
    for (const auto& bad : {std::string(".."), std::string("../up"), std::string("a/../../up"),
                            std::string("/etc/passwd"), std::string("a/./b"), std::string("a//b"), std::string("a/"),
                            std::string("."), std::string("nul\0byte", 8), std::string("line\nbreak"), std::string(),
                            std::string(300, 'n'), "folder/" + std::string(256, 'n'), std::string(1100, 'n')})
        EXPECT_EQ(submitFile(bad), "files[0].path") << bad.substr(0, 40);
}

TEST_F(PathTricks, AFileOfATaskIsLookedForWhereTheTaskLooks) {
    // The task's side resolves these inside of its sandbox; here they only must not be cut, changed or crashed on.
    for (const std::string path : {"/../../etc/passwd", "..", "a%00b", "%ff", "line%0abreak"}) {
        TestWebSocket socket(site.connect(), "/api/v1/jobs/" + job.str() + "/files?path=" + path, site.root);
        EXPECT_EQ(socket.status(), path == "a%00b" ? 400 : 101) << path;
    }
    TestWebSocket socket(site.connect(), "/api/v1/jobs/" + job.str() + "/files/upload?path=a%00b", site.root);
    EXPECT_EQ(socket.status(), 400);
}

}  // namespace
}  // namespace ph::test
