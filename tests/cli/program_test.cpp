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

/// What bash offers for word number `at` of `words`.
class BashCompletion {
public:
    BashCompletion() { m_script = m_phctl.write("complete.sh", m_phctl({"completion", "bash"}).out); }

    std::string operator()(const std::string& words, int at) {
        QProcess bash;
        bash.start(QStringLiteral("bash"),
                   {QStringLiteral("-c"),
                    QStringLiteral("source '%1'; COMP_WORDS=(%2); COMP_CWORD=%3; _phctl; echo ${COMPREPLY[@]}")
                        .arg(QString::fromStdString(m_script), QString::fromStdString(words))
                        .arg(at)});
        bash.waitForFinished();
        return bash.readAllStandardOutput().trimmed().toStdString();
    }

private:
    CliRun m_phctl;
    std::string m_script;
};

template <class Visit>
void visitAll(const cli::CommandDescription& command, const std::vector<std::string>& words, Visit visit) {
    visit(words);
    for (const auto& sub : command.subcommands) {
        auto longer = words;
        longer.push_back(sub.name);
        visitAll(sub, longer, visit);
    }
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
    for (const auto& command : program().subcommands)
        visitAll(command, {command.name}, [&](std::vector<std::string> words) {
            std::string typed = "phctl";
            for (const auto& word : words) typed += " " + word;
            words.push_back("--help");
            const auto help = phctl(words);
            EXPECT_EQ(help.code, 0);
            const auto examples = help.out.find("Examples:\n");
            ASSERT_NE(examples, std::string::npos) << typed;
            EXPECT_THAT(help.out.substr(examples), HasSubstr(typed));
        });
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

TEST(Program, CompletesValuesOfAFixedSetInFish) {
    CliRun phctl;
    const auto script = phctl({"completion", "fish"}).out;
    EXPECT_THAT(script, AllOf(HasSubstr("-l output -s o -x -a 'table wide json yaml name' -d "),
                              HasSubstr("-l lang -x -a 'en zh' -d "), HasSubstr("-l server -s s -r -d ")));
    EXPECT_THAT(script, HasSubstr("from users; and __fish_seen_subcommand_from add' -l role -x -a 'user org_admin "));
    EXPECT_THAT(script, HasSubstr("from jobs' -l state -x -a 'awaiting_approval queued "));
}

TEST(Program, CompletesCommandsSubcommandsAndOptionsInBash) {
    BashCompletion complete;
    EXPECT_EQ(complete("phctl sub", 1), "submit");
    EXPECT_EQ(complete("phctl submit --fo", 2), "--follow");
    EXPECT_EQ(complete("phctl users a", 2), "add");
    EXPECT_EQ(complete("phctl users add --ro", 3), "--role");
    EXPECT_EQ(complete("phctl -o json jobs --li", 4), "--limit");
    EXPECT_EQ(complete("phctl --lang = en jobs --li", 5), "--limit");
}

TEST(Program, CompletesValuesOfAFixedSetInBash) {
    BashCompletion complete;
    EXPECT_EQ(complete("phctl jobs -o ''", 3), "table wide json yaml name");
    EXPECT_EQ(complete("phctl --output y", 2), "yaml");
    EXPECT_EQ(complete("phctl --output = y", 3), "yaml");
    EXPECT_EQ(complete("phctl --output =", 2), "table wide json yaml name");
    EXPECT_EQ(complete("phctl jobs --lang ''", 3), "en zh");
    EXPECT_EQ(complete("phctl jobs --state queued --state run", 5), "running");
    EXPECT_EQ(complete("phctl users add ada --role ''", 5), "user org_admin super_admin");
    // There -o is a folder.
    EXPECT_EQ(complete("phctl artifacts get 7 -o ya", 5), "");
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
