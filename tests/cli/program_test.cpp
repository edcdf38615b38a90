#include "cli/cli_run.h"
#include "cli/command_line.h"

#include <QProcess>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

namespace ph::test {

using testing::AllOf;
using testing::HasSubstr;

namespace {

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

cli::CommandDescription program() {
    static const auto commands = cli::allCommands();
    return cli::CommandLine(commands, messages::Language::English).description();
}

}  // namespace

TEST(Program, TellsItsVersionAndHelp) {
    CliRun phctl;
    EXPECT_THAT(phctl({"version"}).out, testing::StartsWith("phctl 0."));
    const auto help = phctl({"--help"});
    EXPECT_EQ(help.code, 0);
    for (const auto& command : program().subcommands)
        EXPECT_THAT(help.out, HasSubstr("  " + command.name + " ")) << command.name;
}

TEST(Program, HasAnExampleInTheHelpOfEveryCommand) {
    CliRun phctl;
    for (const auto& command : program().subcommands) {
        const auto help = phctl({command.name, "--help"});
        EXPECT_EQ(help.code, 0);
        EXPECT_THAT(help.out, AllOf(HasSubstr("Examples:"), HasSubstr("phctl " + command.name))) << command.name;
    }
}

TEST(Program, SuggestsWhatWasMeant) {
    CliRun phctl;
    const auto command = phctl({"jbos"});
    EXPECT_EQ(command.code, 2);
    EXPECT_THAT(command.err, AllOf(HasSubstr("no command “jbos”"), HasSubstr("Did you mean jobs?")));
    const auto option = phctl({"submit", "--folow", "x"});
    EXPECT_EQ(option.code, 2);
    EXPECT_THAT(option.err, HasSubstr("Did you mean --follow?"));
    EXPECT_THAT(phctl({"users", "ad", "x"}).err, HasSubstr("Did you mean add?"));
    EXPECT_EQ(phctl({}).code, 2);
    EXPECT_EQ(phctl({"jobs", "-o", "xml"}).code, 2);
}

TEST(Program, CompletesEveryCommandInEveryShell) {
    CliRun phctl;
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const auto script = phctl({"completion", shell});
        EXPECT_EQ(script.code, 0);
        for (const auto& command : program().subcommands) EXPECT_THAT(script.out, HasSubstr(command.name)) << shell;
    }
}

TEST(Program, ExplainsOptionsInFish) {
    CliRun phctl;
    EXPECT_THAT(phctl({"completion", "fish"}).out,
                HasSubstr("__fish_seen_subcommand_from submit' -l follow -s f -d 'Print the log"));
    EXPECT_THAT(phctl({"completion", "fish", "--lang", "zh"}).out, HasSubstr("-a submit -d '提交"));
}

TEST(Program, CompletesCommandsSubcommandsAndOptionsInBash) {
    CliRun phctl;
    const auto script = phctl.write("complete.sh", phctl({"completion", "bash"}).out);
    const auto complete = [&](const QString& words, int at) {
        QProcess bash;
        bash.start(QStringLiteral("bash"),
                   {QStringLiteral("-c"),
                    QStringLiteral("source '%1'; COMP_WORDS=(%2); COMP_CWORD=%3; _phctl; echo ${COMPREPLY[@]}")
                        .arg(QString::fromStdString(script), words)
                        .arg(at)});
        bash.waitForFinished();
        return bash.readAllStandardOutput().trimmed().toStdString();
    };
    EXPECT_EQ(complete(QStringLiteral("phctl sub"), 1), "submit");
    EXPECT_EQ(complete(QStringLiteral("phctl submit --fo"), 2), "--follow");
    EXPECT_EQ(complete(QStringLiteral("phctl users a"), 2), "add");
    EXPECT_EQ(complete(QStringLiteral("phctl users add --ro"), 3), "--role");
}

TEST(Program, HasEveryCommandAndOptionInItsManPage) {
    const char* source = std::getenv("PH_SOURCE");
    ASSERT_TRUE(source) << "PH_SOURCE is not set: run it by ctest";
    std::string page = contentOf(std::filesystem::path(source) / "docs/man/phctl.1");
    ASSERT_FALSE(page.empty());
    page = std::regex_replace(page, std::regex("\\\\-"), "-");
    for (const auto& command : program().subcommands) {
        EXPECT_THAT(page, HasSubstr(".B phctl " + command.name)) << command.name;
        for (const auto& option : command.options)
            for (const auto& name : option.names)
                if (name.starts_with("--")) {
                    EXPECT_THAT(page, HasSubstr(name)) << command.name;
                }
        for (const auto& sub : command.subcommands)
            EXPECT_THAT(page, HasSubstr("phctl " + command.name + " " + sub.name));
    }
}

}  // namespace ph::test
