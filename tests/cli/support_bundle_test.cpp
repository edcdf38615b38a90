#include "cli/admin/support_archive.h"
#include "cli/cli_run.h"
#include "cli/gzip.h"

#include <QProcess>
#include <gmock/gmock.h>

namespace ph::test {

namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kAnswer =
    R"({"at":"2026-11-03T04:05:06.000000Z","version":"1.2.3","parts":[{"name":"log.txt","text":"a line\n"},{"name":"../out","text":"x"}]})";

/// What the system's tar finds in an archive, with `options` as given.
std::string tar(const QStringList& words) {
    QProcess process;
    process.start(QStringLiteral("tar"), words);
    process.waitForFinished();
    return process.readAllStandardOutput().toStdString();
}

}  // namespace

TEST(SupportBundleCommand, WritesAnArchiveThatOnlyItsOwnerReadsAndSaysWhereItIs) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /support-bundle", {200, kAnswer});
    const auto path = phctl.write("bundle.tar.gz", "");
    const auto done = phctl({"admin", "support-bundle", "-o", path});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, AllOf(HasSubstr(path), HasSubstr("no secrets")));
    const auto file = QString::fromStdString(path);
    EXPECT_EQ(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    EXPECT_EQ(tar({QStringLiteral("-tzf"), file}),
              "pilothouse-support-20261103-040506/\npilothouse-support-20261103-040506/about.json\n"
              "pilothouse-support-20261103-040506/log.txt\n")
        << "and nothing outside of the folder";
    EXPECT_EQ(tar({QStringLiteral("-xzOf"), file, QStringLiteral("pilothouse-support-20261103-040506/log.txt")}),
              "a line\n");
}

TEST(SupportBundleCommand, SaysWhenTheFileCannotBeWritten) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /support-bundle", {200, kAnswer});
    const auto done = phctl({"admin", "support-bundle", "-o", "/nonexistent/b.tar.gz"});
    EXPECT_NE(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("/nonexistent/b.tar.gz"));
}

TEST(Gzip, PacksAlsoNothingAndWhatDoesNotShrink) {
    std::string hard;
    for (unsigned i = 0, x = 1; i < 100'000; ++i) hard += static_cast<char>((x = x * 1664525 + 1013904223) >> 24);
    CliRun files;
    for (const std::string& bytes : {std::string(), std::string(1'000'000, 'a'), hard}) {
        const auto packed = files.write("packed.gz", cli::gzip(bytes));
        QProcess process;
        process.start(QStringLiteral("gzip"), {QStringLiteral("-dc"), QString::fromStdString(packed)});
        process.waitForFinished();
        EXPECT_EQ(process.readAllStandardOutput().toStdString(), bytes);
    }
}

}  // namespace ph::test
