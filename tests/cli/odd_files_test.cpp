#include "cli/cli_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>

namespace ph::test {

using testing::HasSubstr;

TEST(Output, ThatCannotBeWrittenIsAFailure) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs", {200, R"({"items":[],"next":"","position":"1.0"})"});
    std::ofstream full("/dev/full");
    std::ostringstream err;
    std::istringstream in;
    cli::Streams streams{full, err, in};
    EXPECT_EQ(cli::runProgram({"jobs"}, streams, phctl.environment), 1);
    EXPECT_THAT(err.str(), HasSubstr("Cannot write to the standard output: No space left"));
}

TEST(Submit, RefusesANamedPipeInsteadOfWaitingForIt) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on(
        "GET /job-options",
        {200, R"({"limits":{"default_time_limit":60,"longest_time_limit":600,"largest_file":1000,"largest_files":1000,
        "most_files":10,"largest_array":10,"templates":[],"areas":[],"writable_areas":[]},"templates":[],"accelerator_models":[]})"});
    ASSERT_EQ(::mkfifo(phctl.folder.filePath(QStringLiteral("pipe")).toStdString().c_str(), 0600), 0);
    const auto done = phctl({"submit", phctl.write("job.yaml", "command: ['true']\nfiles: [pipe]\n")});
    EXPECT_NE(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("not a regular file"));
}

TEST(Run, NeedsTheFolderThatItTakesAlong) {
    CliRun phctl;
    phctl.useToken();
    const auto none = phctl.folder.filePath(QStringLiteral("none")).toStdString();
    EXPECT_EQ(phctl({"run", "-C", none, "--", "ls"}).code, 2);
    const auto done = phctl({"run", "-C", phctl.write("file", "x"), "--", "ls"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("is no folder"));
}

TEST(Artifacts, WhoseNamesAreOddAreSaidToBeLeftOut) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on(
        "GET /jobs/jaaaaaaaaaaaah/artifacts",
        {200, R"({"items":[{"job":"jaaaaaaaaaaaah","attempt":1,"path":"new\nline","digest":"d","size":3}]})"});
    const auto done = phctl({"artifacts", "get", "jaaaaaaaaaaaah", "-o", phctl.folder.path().toStdString()});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("Left out (1): names"));
}

}  // namespace ph::test
