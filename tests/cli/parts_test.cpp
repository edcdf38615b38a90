#include "cli/config_store.h"
#include "cli/display_width.h"
#include "cli/exit_code.h"
#include "cli/jobs/byte_range.h"
#include "cli/jobs/copy_place.h"
#include "cli/jobs/spec_file.h"
#include "cli/jobs/stream_failure.h"
#include "cli/jobs/tail_finder.h"
#include "cli/output.h"
#include "cli/server_address.h"
#include "cli/table_layout.h"
#include "cli/time_text.h"
#include "client/client_errors.h"
#include "domain/accounts/account.h"
#include "domain/jobs/job.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace ph::cli {

using testing::ElementsAre;
using testing::HasSubstr;

namespace {

void touch(const QTemporaryDir& folder, const QString& path) {
    QDir().mkpath(QFileInfo(folder.filePath(path)).path());
    QFile file(folder.filePath(path));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("x");
}

}  // namespace

TEST(ExitCodes, FollowFromTheKindOfError) {
    EXPECT_EQ(exitCodeOf(Error(kInvalid)), ExitCode::Usage);
    EXPECT_EQ(exitCodeOf(Error(kJobNotFound)), ExitCode::NotFound);
    EXPECT_EQ(exitCodeOf(Error(kNotAllowed)), ExitCode::NotAllowed);
    EXPECT_EQ(exitCodeOf(Error(kUnauthenticated)), ExitCode::NotAllowed);
    EXPECT_EQ(exitCodeOf(Error(client::kNoConnection)), ExitCode::Unreachable);
    EXPECT_EQ(exitCodeOf(Error(kDeadline)), ExitCode::Unreachable);
    EXPECT_EQ(exitCodeOf(Error(client::kCertificateChanged)), ExitCode::Unreachable);
    EXPECT_EQ(exitCodeOf(Error(kJobEnded)), ExitCode::WorkFailed);
    EXPECT_EQ(exitCodeOf(Error(kJobNotRunning)), ExitCode::NotFound);
    EXPECT_EQ(exitCodeOf(Error(kJobNotStarted)), ExitCode::NotFound);
}

TEST(ExitCodes, OfStreamsIntoATaskFollowFromTheirFailure) {
    const auto codeOf = [](const char* failure) {
        return exitCodeOf(streamFailure({-1, failure}, "x", messages::Language::English));
    };
    EXPECT_EQ(codeOf("path-not-found"), ExitCode::NotFound);
    EXPECT_EQ(codeOf("command-not-found"), ExitCode::NotFound);
    EXPECT_EQ(codeOf("path-not-allowed"), ExitCode::NotAllowed);
    EXPECT_EQ(codeOf("io-error"), ExitCode::WorkFailed);
    EXPECT_EQ(codeOf("job-not-running"), ExitCode::NotFound);
    EXPECT_EQ(codeOf("unavailable"), ExitCode::Unreachable);
}

TEST(ByteRange, IsReadInItsThreeForms) {
    const auto range = parseByteRange("100-199");
    EXPECT_EQ(range->offset, 100);
    EXPECT_EQ(range->length, 100);
    EXPECT_EQ(parseByteRange("100-")->offset, 100);
    EXPECT_EQ(parseByteRange("100-")->length, 0);
    EXPECT_EQ(parseByteRange("-500")->offset, -500);
    EXPECT_EQ(parseByteRange("0-0")->length, 1);
    for (const char* bad : {"", "-", "5", "9-3", "a-b", "-0", "1-2-3", "--5"}) EXPECT_FALSE(parseByteRange(bad)) << bad;
}

TEST(Tail, BeginsWhereTheLastLinesDo) {
    EXPECT_EQ(tailOf("a\nb\nc\n", 1), 4u);
    EXPECT_EQ(tailOf("a\nb\nc", 1), 4u);
    EXPECT_EQ(tailOf("a\nb\nc\n", 2), 2u);
    EXPECT_EQ(tailOf("a\nb\nc\n", 3), 0u);
    EXPECT_EQ(tailOf("a\nb\nc\n", 9), 0u);
    EXPECT_EQ(tailOf("a\n\n", 1), 2u);
    EXPECT_EQ(tailOf("\n", 1), 0u);
    EXPECT_EQ(tailOf("", 1), 0u);
    EXPECT_EQ(tailOf("a\nb", 0), 3u);
}

TEST(CopyPlace, IsRemoteWithAJobBeforeTheColon) {
    EXPECT_EQ(parseCopyPlace("142:out/x").job, "142");
    EXPECT_EQ(parseCopyPlace("142:out/x").path, "out/x");
    EXPECT_EQ(parseCopyPlace("#142:").job, "#142");
    for (const char* local : {"x", "./a:b", "/a:b", "dir/a:b", ":x"})
        EXPECT_FALSE(parseCopyPlace(local).isRemote()) << local;
}

TEST(UploadTarget, KeepsOrChangesTheName) {
    const auto at = [](const char* path) {
        const auto target = uploadTarget(path, "a.py");
        return target.folder + "|" + target.name;
    };
    EXPECT_EQ(at(""), ".|a.py");
    EXPECT_EQ(at("."), ".|a.py");
    EXPECT_EQ(at("src/"), "src|a.py");
    EXPECT_EQ(at("b.py"), ".|b.py");
    EXPECT_EQ(at("src/b.py"), "src|b.py");
    EXPECT_EQ(at("/tmp/"), "/tmp|a.py");
    EXPECT_EQ(at("/"), "/|a.py");
    EXPECT_EQ(at("/b.py"), "/|b.py");
}

TEST(DisplayWidth, CountsColumnsOfATerminal) {
    EXPECT_EQ(displayWidth("abc"), 3u);
    EXPECT_EQ(displayWidth("中文"), 4u);
    EXPECT_EQ(displayWidth("é"), 1u);
    EXPECT_EQ(displayWidth("e\xCC\x81"), 1u);
    EXPECT_EQ(displayWidth("🚀"), 2u);
    EXPECT_EQ(displayWidth("\xff"), 1u);
    EXPECT_EQ(shortened("abcdef", 4), "abc…");
    EXPECT_EQ(shortened("中文字", 4), "中…");
    EXPECT_EQ(shortened("abc", 3), "abc");
}

TEST(Padded, FillsUpWhatIsTooNarrow) {
    EXPECT_EQ(padded("中", 4), "中  ");
    EXPECT_EQ(padded("abcde", 4), "abcde");
}

TEST(Printable, ReplacesWhatCouldSteerATerminal) {
    EXPECT_EQ(printable("a\033[31mb\n\x7f"), "a\xEF\xBF\xBD[31mb\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(printable("\xC2\x9B"), "\xEF\xBF\xBD");
    EXPECT_EQ(printable("\xE2\x80\xAE"
                        "gpj"),
              "\xEF\xBF\xBDgpj");
    EXPECT_EQ(printable("\xC0\xAF\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(printable("naïve 中文 <b>%s"), "naïve 中文 <b>%s");
}

TEST(Table, AlignsWideCharactersAndHidesWideColumns) {
    std::ostringstream out, err;
    std::istringstream in;
    Streams streams{out, err, in};
    Listing listing;
    listing.columns = {{"NAME"}, {"CPU", false, true}, {"ID", true}};
    listing.rows = {{"训练", "1", "x"}, {"b", "1000", "y"}};
    Output(streams, Format::Table, false, messages::Language::English).print(listing);
    EXPECT_EQ(out.str(), "NAME   CPU\n训练     1\nb     1000\n");
    out.str({});
    Output(streams, Format::Wide, false, messages::Language::English).print(listing);
    EXPECT_THAT(out.str(), HasSubstr("ID"));
}

TEST(TableLayout, ShrinksBeforeColumnsYieldAndSharesWhatIsLeft) {
    const std::vector<TableColumn> columns{{0, 4, 4, Fit::Whole},
                                           {1, 4, 60, Fit::Shrinks},
                                           {2, 6, 20, Fit::Shrinks},
                                           {3, 3, 5, Fit::Yields},
                                           {4, 3, 9, Fit::Yields}};
    const auto widths = [&](std::size_t room) {
        std::vector<std::pair<std::size_t, std::size_t>> shown;
        for (const auto& column : fitted(columns, room, 2)) shown.emplace_back(column.index, column.width);
        return shown;
    };
    using testing::ElementsAre;
    using testing::Pair;
    EXPECT_THAT(widths(200), ElementsAre(Pair(0, 4), Pair(1, 60), Pair(2, 20), Pair(3, 5), Pair(4, 9)));
    EXPECT_THAT(widths(80), ElementsAre(Pair(0, 4), Pair(1, 34), Pair(2, 20), Pair(3, 5), Pair(4, 9)));
    EXPECT_THAT(widths(50), ElementsAre(Pair(0, 4), Pair(1, 17), Pair(2, 17), Pair(3, 5)));
    EXPECT_THAT(widths(42), ElementsAre(Pair(0, 4), Pair(1, 17), Pair(2, 17)));
    EXPECT_THAT(widths(5), ElementsAre(Pair(0, 4), Pair(1, 4), Pair(2, 6)));
}

TEST(Table, HasTitlesInTheReadersLanguage) {
    std::ostringstream out, err;
    std::istringstream in;
    Streams streams{out, err, in};
    Listing listing;
    listing.columns = {{"CHAIN"}, {"RECORDS", false, true}, {"NAME"}};
    listing.rows = {{"a", "1", "b"}};
    Output(streams, Format::Table, false, messages::Language::Chinese).print(listing);
    EXPECT_EQ(out.str(), "哈希链  记录数  名称\na            1  b\n");
}

TEST(ServerAddress, GetsSchemeAndPort) {
    EXPECT_EQ(serverKey(*serverUrl("box")), "box:7443");
    EXPECT_EQ(serverKey(*serverUrl("https://box:1234/")), "box:1234");
    EXPECT_EQ(serverKey(*serverUrl("[::1]:99")), "[::1]:99");
    for (const char* bad : {"", "http://box", "https://", "https://u@box", "https://box/path", "box:port"})
        EXPECT_FALSE(serverUrl(bad)) << bad;
}

TEST(Ages, AreNeverNegative) {
    using enum messages::Language;
    EXPECT_EQ(ageText({5'000'000}, {65'000'000}, English), "1 min");
    EXPECT_EQ(ageText({65'000'000}, {5'000'000}, English), "0 s");
    EXPECT_EQ(ageText({}, {5}, English), "-");
    EXPECT_EQ(spanText({1'000'000}, {43'000'000}, {99'000'000}, English), "42 s");
    EXPECT_EQ(spanText({1'000'000}, {43'000'000}, {99'000'000}, Chinese), "42 秒");
    EXPECT_EQ(localText({}), "-");
}

TEST(ConfigStore, ReadsBackWhatItSavedAndRefusesDamage) {
    QTemporaryDir folder;
    const ConfigStore store(folder.filePath(QStringLiteral("new/pilothouse")));
    EXPECT_TRUE(store.load()->servers.empty());
    SavedConfig config;
    config.servers["box:7443"] = {"https://box:7443", "sha256:0", "ada", "token"};
    config.current = "box:7443";
    ASSERT_TRUE(store.save(config));
    EXPECT_EQ(store.load()->servers.at("box:7443").token, "token");
    QFile file(folder.filePath(QStringLiteral("new/pilothouse/phctl.json")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{");
    file.close();
    EXPECT_TRUE(store.load().error().id == client::kLocalFile);
}

TEST(SpecFile, MayBeJsonAsProgramsWriteIt) {
    const auto file = readSpec(R"({"command": ["echo", "\ud83d\udc68"], "name": "json"})", QString());
    ASSERT_TRUE(file);
    EXPECT_EQ(file->spec.command.back(), "\xF0\x9F\x91\xA8");
    EXPECT_TRUE(readSpec("{command: [flow, yaml]}", QString()));
}

TEST(SpecFile, TakesLocalFilesInEveryForm) {
    QTemporaryDir folder;
    touch(folder, QStringLiteral("train.py"));
    touch(folder, QStringLiteral("src/a.py"));
    touch(folder, QStringLiteral("src/deep/b.py"));
    const std::string digest = "sha256:" + std::string(64, 'a');
    const auto file = readSpec(
        "command: [python3, train.py, 5, true]\nfiles:\n- train.py\n- {path: main.py, source: ./train.py}\n- {source: "
        "src, path: lib}\n- src\n"
        "- {path: remote.bin, digest: '" +
            digest + "'}\n- {source: " + folder.filePath(QStringLiteral("train.py")).toStdString() + "}\n",
        folder.path());
    ASSERT_TRUE(file) << file.error().faults.front().path;
    std::vector<std::string> targets;
    for (const auto& local : file->local) targets.push_back(local.target);
    EXPECT_THAT(targets, ElementsAre("train.py", "main.py", "lib/a.py", "lib/deep/b.py", "src/a.py", "src/deep/b.py",
                                     "train.py"));
    ASSERT_EQ(file->spec.files.size(), 1u);
    EXPECT_EQ(file->spec.files[0].path, "remote.bin");
    EXPECT_THAT(file->spec.command, ElementsAre("python3", "train.py", "5", "true"));
}

TEST(SpecFile, TellsEveryFaultOfFilesAndFields) {
    const auto file = readSpec("comand: x\nfiles: [absent, {path: 5}, {source: gone, colour: red}]\n",
                               QStringLiteral("/nonexistent"));
    std::vector<std::string> paths;
    const Error error = file.error();
    for (const auto& fault : error.faults) paths.push_back(fault.path + " " + fault.code);
    EXPECT_THAT(paths,
                testing::IsSupersetOf({"comand unknown-field", "command required", "files[0] not-found",
                                       "files[1].path type", "files[2].colour unknown-field", "files[2] not-found"}));
}

}  // namespace ph::cli
