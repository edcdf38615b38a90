#include "e2e/site.h"

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

#include <filesystem>

namespace ph::test {

namespace {

namespace fs = std::filesystem;

std::string base64(const std::string& text) {
    return runProgram({"base64", "--wrap=0"}, text).out;
}

/// What a search would look for: as it is, and in base64 wherever in a longer text it stands.
std::vector<std::string> facesOf(const std::string& secret) {
    std::vector<std::string> faces{secret};
    for (std::size_t shift = 0; shift < 3; ++shift) {
        // What stands around it changes the first and last characters only.
        const auto text = base64(std::string(shift, ' ') + secret);
        faces.push_back(text.substr(shift == 0 ? 0 : 4, text.size() - (shift == 0 ? 4 : 8)));
    }
    return faces;
}

/// All files of the unpacked archive with their names in front.
std::string unpacked(const std::string& archive, const std::string& folder) {
    const auto done = runProgram({"tar", "-xzf", archive, "-C", folder});
    EXPECT_EQ(done.exitCode, 0) << done.err;
    std::string all;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) all += entry.path().filename().string() + ":\n" + readFile(entry.path()) + "\n";
    return all;
}

/// The token of a new session, or nothing.
std::string sessionOf(const std::string& server, const std::string& login) {
    const auto answer = boost::json::parse(
        runProgram({"curl", "-sk", "-H", "Content-Type: application/json", "-d", login, server + "/api/v1/sessions"})
            .out);
    const auto* token = answer.as_object().if_contains("token");
    return token ? std::string(token->as_string()) : std::string();
}

}  // namespace

TEST(SupportBundle, HoldsWhatHelpsAndNoSecretThatWasPlanted) {
    TemporaryFolder folder;
    writeFile(folder.path() + "/mine.yaml", "name: mine\nenvironment: {API_KEY: planted-template-value}\n");
    Site::Options options;
    options.controllerArguments = {"--log-level", "debug"};
    options.environment = {{"PGPASSWORD", "planted-database-password"}, {"SOME_TOKEN", "planted-controller-variable"}};
    options.configuration = "templates: " + folder.path() + "\nareas: [{name: notes, path: /srv/planted-host-path}]\n";
    Site site(options);
    EXPECT_EQ(site.phctl({"secrets", "put", "KEY"}, "planted-secret-value\n").exitCode, 0);
    const auto token = site.token();
    const auto ended = site.submit(
        "name: planted-job-name\ncommand: [sh, -c, 'echo planted-log-line planted-argument']\n"
        "environment: {PASSWORD: planted-job-variable}\nsecrets: {TOKEN: KEY}\n");
    EXPECT_EQ(site.waitFor(ended), "succeeded");
    const auto server = "https://127.0.0.1:" + std::to_string(site.port());
    const auto session = sessionOf(server, R"({"user":"admin","password":"correct horse battery"})");
    // What does not work comes into a log more easily than what does.
    sessionOf(server, R"({"user":"admin","password":"planted-wrong-password"})");
    runProgram({"curl", "-sk", "-H", "Authorization: Bearer planted-wrong-token", "-H",
                "Cookie: session=planted-cookie", server + "/api/v1/jobs?token=planted-query-token"});

    const auto archive = folder.path() + "/bundle.tar.gz";
    const auto done = site.phctl({"admin", "support-bundle", "-o", archive});
    ASSERT_EQ(done.exitCode, 0) << done.err;
    fs::create_directory(folder.path() + "/out");
    const auto all = unpacked(archive, folder.path() + "/out");
    for (const char* expected :
         {"about.json:", "program.json:", "machine.json:", "configuration.json:", "health.json:", "metrics.txt:",
          "log.txt:", "nodes.json:", "store.json:", "audit.json:", "pilothouse_http_requests_total",
          "listening on port", "\"schema\": ", "memory_limit", "job.submit", "/proc/self/cgroup", "API_KEY"})
        EXPECT_THAT(all, testing::HasSubstr(expected));
    for (const auto& secret : {std::string("planted"), std::string("correct horse battery"), token, session,
                               readFile(site.data() + "/keys/secrets.key")})
        for (const auto& face : facesOf(secret)) EXPECT_EQ(all.find(face), std::string::npos) << secret;
}

TEST(SupportBundle, IsForTheSuperAdministratorAlone) {
    Site site;
    const auto home = site.makeUser("ben");
    TemporaryFolder folder;
    EXPECT_EQ(site.phctlAs(home, {"admin", "support-bundle", "-o", folder.path() + "/b"}).exitCode, 4);
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace ph::test
