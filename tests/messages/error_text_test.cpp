#include "messages/error_text.h"

#include "api/error_names.h"
#include "client/client_errors.h"
#include "domain/accounts/account.h"
#include "domain/accounts/request_limit.h"
#include "domain/jobs/job.h"
#include "domain/jobs/job_validation.h"
#include "messages/allowed_text.h"
#include "messages/system_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace ph::messages {
namespace {

using testing::HasSubstr;

bool isChinese(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0xE4; });
}

TEST(ErrorText, HasASentenceInBothLanguagesForEveryErrorOfTheWire) {
    for (const auto& id : api::errorIds()) {
        const auto* sentence = findSentence(errorSentences(), id.name);
        ASSERT_TRUE(sentence) << id.name;
        EXPECT_FALSE(sentence->text[0].empty()) << id.name;
        EXPECT_TRUE(isChinese(std::string(sentence->text[1]))) << id.name;
    }
}

TEST(ErrorText, HasASentenceForEveryErrorOfTheClient) {
    for (const auto& id : {client::kNoConnection, client::kCertificateChanged, client::kNotPinned, client::kBadAnswer,
                           client::kUnknownError, client::kLocalFile, client::kNoLocalFile, client::kStreamFailed})
        EXPECT_TRUE(findSentence(errorSentences(), id.name)) << id.name;
}

/// Every "inline constexpr ErrorId" of the shared modules must be in the table of the wire, or clients could not name
/// it.
TEST(ErrorText, KnowsEveryErrorIdThatSharedHeadersDeclare) {
    const char* source = std::getenv("PH_SOURCE");
    ASSERT_TRUE(source) << "PH_SOURCE is not set: run it by ctest";
    const std::regex declaration("ErrorId k[A-Za-z]+\\{\"([a-z-]+)\"");
    int found = 0;
    for (const char* module : {"base", "domain"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(source) / "src" / module)) {
            if (entry.path().extension() != ".h") continue;
            std::ifstream file(entry.path());
            std::stringstream text;
            text << file.rdbuf();
            const std::string content = text.str();
            for (std::sregex_iterator it(content.begin(), content.end(), declaration), end; it != end; ++it, ++found)
                EXPECT_TRUE(api::findErrorId((*it)[1].str())) << (*it)[1];
        }
    EXPECT_GT(found, 20);
}

TEST(ErrorText, NeedsNoArgumentsThatServicesDoNotGive) {
    for (const auto& id : api::errorIds()) {
        if (id == kLoginBackOff || id == kTooManyRequests || id == kTooManyTokens) continue;
        EXPECT_THAT(errorText(Error(id), Language::English), testing::Not(HasSubstr("?"))) << id.name;
        EXPECT_THAT(errorText(Error(id), Language::Chinese), testing::Not(HasSubstr("?"))) << id.name;
    }
}

TEST(ErrorText, SaysHowLongABackOffLasts) {
    EXPECT_EQ(errorText(Error(kLoginBackOff).with("seconds", "30"), Language::English),
              "Too many failed log-ins. Try again in 30 s.");
}

TEST(ErrorText, NamesTheObjectIfItIsKnown) {
    EXPECT_EQ(errorText(Error(kJobNotFound).with("job", "#7"), Language::English), "There is no such job: #7.");
    EXPECT_EQ(errorText(Error(kJobNotFound), Language::English), "There is no such job.");
}

TEST(ErrorText, ExplainsProtocolErrorsByTheNameThatCame) {
    const Error error = Error(client::kUnknownError).with("error", "body-too-large");
    EXPECT_EQ(errorText(error, Language::English), "This is larger than the server takes.");
}

TEST(ErrorText, QuotesErrorsOfANewerServer) {
    EXPECT_THAT(errorText(Error(client::kUnknownError).with("error", "moon-is-full"), Language::English),
                HasSubstr("moon-is-full"));
    EXPECT_THAT(errorText(Error(ErrorId{"brand-new", ErrorKind::Internal}), Language::English), HasSubstr("brand-new"));
}

TEST(ErrorText, LeavesOutAnEmptyPath) {
    EXPECT_EQ(errorText(Error(client::kLocalFile).with("path", "").with("reason", "disk full"), Language::English),
              "disk full");
}

TEST(ErrorText, SaysWhatTheSystemSaidInTheReadersLanguage) {
    const Error refused = Error(client::kNoConnection).with("host", "box:1").with("reason", "Connection refused");
    EXPECT_THAT(errorText(refused, Language::English), HasSubstr("box:1: Connection refused."));
    EXPECT_THAT(errorText(refused, Language::Chinese), HasSubstr("box:1：连接被拒绝。"));
    EXPECT_EQ(systemText("Host box not found", Language::Chinese), "找不到主机");
    EXPECT_EQ(systemText("Something new", Language::Chinese), "Something new");
}

TEST(FaultText, GivesAmountsTheUnitsOfTheLanguage) {
    const Fault fault{"resources.cpu", "never-fits", "999 cores", "at most 2 cores"};
    EXPECT_EQ(faultText(fault, Language::English), "resources.cpu: no node holds 999 cores; one has at most 2 cores");
    EXPECT_EQ(faultText(fault, Language::Chinese), "resources.cpu：没有节点能容纳 999 核，单个节点至多 2 核");
    EXPECT_EQ(faultText({"resources.cpu", "never-fits", "1.5 cores", "at most 1 core"}, Language::Chinese),
              "resources.cpu：没有节点能容纳 1.5 核，单个节点至多 1 核");
}

TEST(FaultText, BeginsWithThePath) {
    EXPECT_EQ(faultText({"resources.cpu", "range", "0", "0.01 to 1000 cores"}, Language::English),
              "resources.cpu: 0 is out of range; allowed is 0.01 to 1000 cores");
    EXPECT_EQ(faultText({"resources.cpu", "range", "0", "0.01 to 1000 cores"}, Language::Chinese),
              "resources.cpu：0 超出范围，允许 0.01 到 1000 核");
}

TEST(FaultText, AsksForANameThatIsNear) {
    EXPECT_EQ(faultText({"comand", "unknown-field", "comand", "command"}, Language::English),
              "comand: there is no field of this name; did you mean command?");
    EXPECT_THAT(faultText({"x", "unknown-field", "x", "name, command"}, Language::English),
                HasSubstr("there are name, command"));
}

TEST(FaultText, ShowsCodesOfANewerServer) {
    EXPECT_EQ(faultText({"a", "novel", "1", "2"}, Language::English), "a: 1: 2");
}

TEST(FaultText, HasASentenceForEveryCodeOfValidation) {
    JobSpec spec;
    spec.template_ = "none";
    spec.command = {""};
    spec.files = {{"../x", "bad", -1, false}, {"a", "bad", 0, false}, {"a", "bad", 0, false}};
    spec.mounts = {{"area", "/etc/x", true}};
    spec.environment = {{"1X", "v"}, {"PH_X", "v"}};
    spec.secrets = {{"OK", ""}};
    spec.resources.cpu = {1};
    spec.priority = 1000;
    spec.after.resize(101);
    for (const auto& fault : validateJob(spec, JobLimits{})) {
        EXPECT_TRUE(findSentence(faultSentences(), fault.code)) << fault.code;
        EXPECT_TRUE(isChinese(faultText(fault, Language::Chinese))) << fault.path << " " << fault.code;
    }
}

TEST(AllowedText, TranslatesPhrasesRangesAndLimits) {
    EXPECT_EQ(allowedText("at most 100", Language::Chinese), "至多 100");
    EXPECT_EQ(allowedText("at least 0s", Language::Chinese), "至少 0s");
    EXPECT_EQ(allowedText("0.001 to 1000000 cores", Language::Chinese), "0.001 到 1000000 核");
    EXPECT_EQ(allowedText("1 to 255", Language::Chinese), "1 到 255");
    EXPECT_TRUE(isChinese(allowedText("a relative path without '..'", Language::Chinese)));
    EXPECT_TRUE(isChinese(allowedText("text in UTF-8", Language::Chinese)));
    EXPECT_TRUE(isChinese(allowedText("numbers that fit into a double", Language::Chinese)));
    EXPECT_EQ(allowedText("NAME=VALUE", Language::Chinese), "名称=值");
    EXPECT_EQ(allowedText("name, command", Language::Chinese), "name, command");
    EXPECT_EQ(allowedText("a value", Language::English), "a value");
}

}  // namespace
}  // namespace ph::messages
