#include "cli/cli_run.h"
#include "cli/command_line.h"
#include "cli/display_width.h"
#include "cli/texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace ph::test {

using messages::Language;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

bool isChinese(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xE4; });
}

/// What a Chinese reader writes in the same way.
const std::set<std::string_view> kSameInChinese{"N", "ID", "CPU", "P50", "P95", "P99"};

/// The sources of the command line without its catalogues.
std::vector<std::string> sources() {
    std::vector<std::string> contents;
    const char* source = std::getenv("PH_SOURCE");
    if (!source) return contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(source) / "src/cli")) {
        if (!entry.is_regular_file() || entry.path().filename().string().ends_with("texts.cpp")) continue;
        std::ifstream file(entry.path());
        contents.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return contents;
}

void expectChinese(const cli::CommandDescription& command, const std::string& path) {
    EXPECT_TRUE(isChinese(command.help)) << path << ": " << command.help;
    for (const auto& option : command.options) EXPECT_TRUE(isChinese(option.help)) << path << ": " << option.help;
    for (const auto& sub : command.subcommands) expectChinese(sub, path + " " + sub.name);
}

/// Calls `visit` with the words of every command and subcommand.
template <class Visit>
void visitAll(const cli::CommandDescription& command, const std::vector<std::string>& words, Visit visit) {
    visit(words);
    for (const auto& sub : command.subcommands) {
        auto longer = words;
        longer.push_back(sub.name);
        visitAll(sub, longer, visit);
    }
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

}  // namespace

TEST(Texts, AreCompleteInBothLanguages) {
    std::set<std::string_view> keys;
    for (const auto table : {cli::spokenTexts(), cli::helpTexts(), cli::wordTexts()})
        for (const auto& text : table) {
            EXPECT_TRUE(keys.insert(text.key).second) << text.key;
            EXPECT_FALSE(text.in(Language::English).empty()) << text.key;
            EXPECT_FALSE(isChinese(text.in(Language::English))) << text.key;
            EXPECT_NE(isChinese(text.in(Language::Chinese)), kSameInChinese.contains(text.key)) << text.key;
        }
}

TEST(Texts, HaveEveryKeyThatCommandsName) {
    const auto files = sources();
    ASSERT_FALSE(files.empty()) << "PH_SOURCE is not set: run it by ctest";
    const std::regex spoken(
        "(?:note|[tT]ext|[tT]extOf)\\(\\s*\"([a-z][a-z-]+)\"|ExitCode::[A-Za-z]+,\\s*\"([a-z][a-z-]+)\"|\"((?:help|"
        "group)-[a-z-"
        "]+)\"");
    const std::regex columns("columns = \\{\\{[^;]*;"), title("\\{\"([^\"]+)\"");
    int found = 0;
    const auto expect = [&](const std::string& key) {
        EXPECT_TRUE(cli::findText(key)) << key;
        ++found;
    };
    for (const auto& file : files) {
        const std::sregex_iterator end;
        for (std::sregex_iterator it(file.begin(), file.end(), spoken); it != end; ++it)
            for (const std::size_t group : {1, 2, 3})
                if ((*it)[group].matched) expect((*it)[group].str());
        for (std::sregex_iterator it(file.begin(), file.end(), columns); it != end; ++it) {
            const std::string list = it->str();
            for (std::sregex_iterator one(list.begin(), list.end(), title); one != end; ++one) expect((*one)[1].str());
        }
    }
    EXPECT_GT(found, 250);
}

TEST(Texts, AreAllUsed) {
    const auto files = sources();
    ASSERT_FALSE(files.empty()) << "PH_SOURCE is not set: run it by ctest";
    for (const auto table : {cli::spokenTexts(), cli::helpTexts(), cli::wordTexts()})
        for (const auto& text : table) {
            const std::string quoted = '"' + std::string(text.key) + '"';
            EXPECT_TRUE(std::any_of(files.begin(), files.end(), [&](const auto& f) {
                return f.find(quoted) != std::string::npos;
            })) << text.key;
        }
}

TEST(Help, IsChineseInEveryDescription) {
    const auto commands = cli::allCommands();
    expectChinese(cli::CommandLine(commands, Language::Chinese).description(), "phctl");
}

TEST(Help, IsChineseInEveryLineThatIsNoExample) {
    CliRun phctl;
    phctl.environment["LC_ALL"] = "zh_CN.UTF-8";
    const auto commands = cli::allCommands();
    const auto program = cli::CommandLine(commands, Language::Chinese).description();
    visitAll(program, {}, [&](std::vector<std::string> words) {
        words.push_back("--help");
        const auto help = phctl(words);
        EXPECT_EQ(help.code, 0);
        bool example = false;
        for (const auto& line : linesOf(help.out)) {
            if (!line.starts_with(' ')) example = line == "示例：" || line == "作业文件：" || line == "快速上手：";
            // A long name stands alone, its meaning below.
            const bool alone = line.starts_with("  -") && line.size() > 34;
            if (line.empty() || alone || (example && line.starts_with(' '))) continue;
            EXPECT_TRUE(isChinese(line)) << testing::PrintToString(words) << ": " << line;
        }
    });
}

TEST(Help, AlignsMeaningsBehindWideWords) {
    CliRun phctl;
    const auto lines = linesOf(phctl({"run", "--help", "--lang", "zh"}).out);
    const auto columnOf = [&](const std::string& meaning) {
        for (const auto& line : lines)
            if (const auto at = line.find(meaning); at != std::string::npos)
                return cli::displayWidth(line.substr(0, at));
        return std::size_t{0};
    };
    EXPECT_GT(columnOf("作业名称"), 10u);
    for (const char* meaning :
         {"程序及其参数", "显示此帮助", "CPU 核数", "加速卡，例如", "不使用任何网络", "交互式，使用终端"})
        EXPECT_EQ(columnOf(meaning), columnOf("作业名称")) << meaning;
}

TEST(Help, FollowsTheOptionBeforeTheEnvironment) {
    CliRun phctl;
    phctl.environment["LC_ALL"] = "zh_CN.UTF-8";
    EXPECT_THAT(phctl({"--help"}).out, HasSubstr("用法：phctl [选项] 命令"));
    EXPECT_THAT(phctl({"--lang", "en", "--help"}).out, HasSubstr("Usage: phctl [OPTIONS] COMMAND"));
    EXPECT_THAT(phctl({"logs", "--help", "--lang=en"}).out, HasSubstr("Usage: phctl logs [OPTIONS] JOB"));
    phctl.environment = {{"HOME", phctl.folder.path().toStdString()}, {"LC_MESSAGES", "zh_CN"}, {"LANG", "en_US"}};
    EXPECT_THAT(phctl({"logs", "--help"}).out, HasSubstr("用法：phctl logs [选项] 作业"));
}

TEST(Help, LeavesWhatBelongsToTheCommandBehindTheMarkAlone) {
    CliRun phctl;
    EXPECT_THAT(phctl({"run", "--cpu", "x", "--", "tool", "--lang", "zh"}).err, HasSubstr("--cpu: “x” is not valid"));
}

TEST(Complaints, AreInTheReadersLanguage) {
    struct Case {
        const char* name;
        std::vector<std::string> arguments;
        const char* english;
        const char* chinese;
    };
    const Case cases[] = {
        {"no command",
         {},
         "phctl: A command is missing\n`phctl --help` tells",
         "phctl: 缺少命令\n用法见 `phctl --help`。"},
        {"no subcommand",
         {"users"},
         "A command is missing\n`phctl users --help`",
         "缺少命令\n用法见 `phctl users --help`。"},
        {"mistyped command",
         {"jbos"},
         "phctl has no command “jbos”\nDid you mean jobs?",
         "phctl 没有命令“jbos”\n是否想写 jobs？"},
        {"mistyped subcommand", {"users", "ad"}, "phctl users has no command “ad”", "phctl users 没有命令“ad”"},
        {"unknown option",
         {"jobs", "--mien"},
         "phctl jobs has no option --mien\nDid you mean --mine?",
         "phctl jobs 没有选项 --mien"},
        {"missing argument", {"logs"}, "JOB is missing", "缺少参数：作业"},
        {"missing arguments", {"rm"}, "JOB is missing", "缺少参数：作业"},
        {"one too many", {"job", "1", "two"}, "“two” is one argument too many", "多余的参数“two”"},
        {"missing value", {"jobs", "--limit"}, "--limit needs a value: N", "--limit 需要一个值：N"},
        {"no number",
         {"jobs", "-n", "ten"},
         "--limit must be a whole number of at least 1, not “ten”",
         "--limit 应为不小于 1 的整数，而不是“ten”"},
        {"no choice",
         {"jobs", "-o", "xml"},
         "“xml” is not known to --output; choose one of table|wide|",
         "--output 无法识别“xml”，可选：table|wide|"},
        {"flag with a value", {"jobs", "--mine=x"}, "--mine takes no value", "--mine 不带值"},
        {"given twice", {"jobs", "--name", "a", "--name", "b"}, "--name may be given only once", "--name 只能给出一次"},
        {"needless mark", {"jobs", "--", "x"}, "Nothing may stand behind --", "-- 之后不能有内容"},
        {"nothing behind the mark", {"run", "--"}, "A command is missing, behind --", "-- 之后缺少命令"},
    };
    CliRun phctl;
    for (const auto& row : cases) {
        phctl.environment["LC_ALL"] = "C.UTF-8";
        const auto english = phctl(row.arguments);
        EXPECT_EQ(english.code, 2) << row.name;
        EXPECT_THAT(english.err, AllOf(HasSubstr(row.english), Not(HasSubstr("用法")))) << row.name;
        phctl.environment["LC_ALL"] = "zh_CN.UTF-8";
        const auto chinese = phctl(row.arguments);
        EXPECT_EQ(chinese.code, 2) << row.name;
        EXPECT_THAT(chinese.err, AllOf(HasSubstr(row.chinese), HasSubstr("用法见"))) << row.name;
    }
}

TEST(Complaints, NameTheOptionTheValueAndWhatIsAllowed) {
    struct Case {
        std::vector<std::string> arguments;
        const char* complaint;
    };
    const Case cases[] = {
        {{"logs", "1", "--tail", "-1"}, "--tail must be a whole number of at least 0, not “-1”"},
        {{"logs", "1", "--attempt", "0"}, "--attempt must be a whole number from 1 to 1000000, not “0”"},
        {{"logs", "1", "--attempt", "4294967297"}, "--attempt must be a whole number from 1 to 1000000, not “4294"},
        {{"jobs", "--limit", "0"}, "--limit must be a whole number of at least 1, not “0”"},
        {{"jobs", "--limit", "0x10"}, "--limit must be a whole number of at least 1, not “0x10”"},
        {{"jobs", "--limit", "99999999999999999999"}, "--limit must be a whole number of at least 1, not “9999"},
        {{"events", "--limit", "1001"}, "--limit must be a whole number from 1 to 1000, not “1001”"},
        {{"audit", "list", "--limit", "-5"}, "--limit must be a whole number of at least 1, not “-5”"},
        {{"top", "--interval", "0"}, "--interval must be a whole number from 1 to 86400, not “0”"},
        {{"run", "--priority", "101", "--", "true"}, "--priority must be a whole number from -100 to 100, not “101”"},
        {{"run", "--array", "-1", "--", "true"}, "--array must be a whole number from 0 to 1000000, not “-1”"},
        {{"jobs", "--lang", "xx"}, "“xx” is not known to --lang; choose one of en|zh"},
        {{"jobs", "--lang="}, "--lang needs a value: en|zh"},
        {{"logs", "1", "--bytes", "9-3"}, "--bytes: “9-3” is no byte range; give 100-199"},
        {{"tokens", "add", "ci", "--expires", "0s"}, "--expires: “0s” is no duration of at least 1s; give"},
    };
    CliRun phctl;
    phctl.useToken();
    for (const auto& row : cases) {
        const auto done = phctl(row.arguments);
        EXPECT_EQ(done.code, 2) << testing::PrintToString(row.arguments);
        EXPECT_THAT(done.err, HasSubstr(row.complaint));
    }
    EXPECT_TRUE(phctl.server.requests().empty());
}

TEST(Complaints, AboutALanguageAreInThatOfTheEnvironment) {
    CliRun phctl;
    phctl.environment["LC_ALL"] = "zh_CN.UTF-8";
    EXPECT_THAT(phctl({"jobs", "--lang", "xx"}).err, HasSubstr("--lang 无法识别“xx”，可选：en|zh"));
}

TEST(Tables, AreChineseForPeopleAndTheSameForPrograms) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /users", {200, R"({"items":[{"id":"ubbbbbbbbbbbbb","name":"bob","disabled":true}]})"});
    EXPECT_EQ(phctl({"users", "list", "--lang", "zh"}).out, "名称  显示名称  角色  已禁用\nbob             用户  是\n");
    for (const char* format : {"json", "yaml", "name"})
        EXPECT_EQ(phctl({"users", "list", "-o", format, "--lang", "zh"}).out,
                  phctl({"users", "list", "-o", format}).out);
}

TEST(Tables, ShowOneJobWithChineseLabels) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on(
        "GET /jobs/jaaaaaaaaaaaah",
        {200, R"({"job":{"id":"jaaaaaaaaaaaah","number":7,"name":"train","state":"running","owner_name":"ada",)"
              R"("resources":{"cpu":2,"accelerators":[{"model":"any","count":1}]}},"task_runs":[{"attempt":1,)"
              R"("state":"running","exit":{"peak_memory":"1GiB","cpu_micros":1500000}}],)"
              R"("history":[{"state":"queued","reason":{"code":"submitted"}}]})"});
    const auto shown = phctl({"job", "jaaaaaaaaaaaah", "--lang", "zh"});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, AllOf(HasSubstr("状态：        运行中\n"), HasSubstr("所有者：      ada\n"),
                                 HasSubstr("加速卡：      1 x 任意型号\n"), HasSubstr("CPU 2 核，内存 "),
                                 HasSubstr("第 1 次尝试： 运行中，内存峰值 1 GiB，CPU 时间 1.5 秒\n"),
                                 HasSubstr("历史：\n  -  排队中      已提交")));
    EXPECT_EQ(phctl({"job", "jaaaaaaaaaaaah", "-o", "json", "--lang", "zh"}).out,
              phctl({"job", "jaaaaaaaaaaaah", "-o", "json"}).out);
}

}  // namespace ph::test
