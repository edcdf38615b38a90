#include "cli/cli_run.h"

#include <QDir>
#include <QFileInfo>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ph::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

constexpr const char* kMe =
    R"({"user":{"id":"uaaaaaaaaaaaaa","org":"oaaaaaaaaaaaaa","name":"ada","role":"super_admin"},"organisation_name":"Lab"})";
const std::string kHash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
constexpr const char* kLogin =
    R"({"token":"fresh-token","expires_at":null,"user":{"id":"uaaaaaaaaaaaaa","name":"ada"}})";

std::vector<std::string> loginArguments(CliRun& phctl, const std::string& fingerprint) {
    return {
        "login",    phctl.server.url().toString().toStdString(), "--user", "ada", "--password-stdin", "--fingerprint",
        fingerprint};
}

}  // namespace

TEST(Login, KeepsServerFingerprintAndTokenForItsUserOnly) {
    CliRun phctl;
    phctl.server.on("POST /sessions", {201, kLogin});
    const auto done = phctl(loginArguments(phctl, phctl.server.fingerprint().toStdString()), "long password\n");
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(phctl.server.requests().front().body, QByteArray(R"({"user":"ada","password":"long password"})"));
    const QString file = phctl.folder.filePath(QStringLiteral(".config/pilothouse/phctl.json"));
    EXPECT_EQ(QFile::permissions(file) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
              QFile::Permissions());
    EXPECT_THAT(phctl.read(".config/pilothouse/phctl.json").toStdString(),
                AllOf(HasSubstr("fresh-token"), HasSubstr("sha256:")));
    phctl.server.on("GET /me", {200, kMe});
    EXPECT_EQ(phctl({"whoami"}).code, 0);
    EXPECT_EQ(phctl.server.requests().back().headers.value("authorization"), QByteArray("Bearer fresh-token"));
}

TEST(Login, ShowsAnUnknownCertificateAndSendsNothing) {
    CliRun phctl;
    const auto done =
        phctl({"login", phctl.server.url().toString().toStdString(), "--user", "ada", "--password-stdin"}, "pw\n");
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("--fingerprint " + phctl.server.fingerprint().toStdString()));
    EXPECT_TRUE(phctl.server.requests().empty());
}

TEST(Login, TrustsTheControllerOfTheSameUser) {
    CliRun phctl;
    phctl.server.on("POST /sessions", {201, kLogin});
    QDir().mkpath(phctl.folder.filePath(QStringLiteral(".local/state/pilothouse")));
    phctl.write(".local/state/pilothouse/endpoint.json", "{\"port\": " + std::to_string(phctl.server.url().port()) +
                                                             ", \"fingerprint\": \"" +
                                                             phctl.server.fingerprint().toStdString() + "\"}");
    const auto done = phctl({"login", "--user", "ada", "--password-stdin"}, "pw\n");
    EXPECT_EQ(done.code, 0) << done.err;
}

TEST(Login, RefusesAnotherCertificateThanTheOneItKnows) {
    CliRun phctl;
    const auto done = phctl(loginArguments(phctl, "sha256:" + std::string(64, '0')), "pw\n");
    EXPECT_EQ(done.code, 5);
    EXPECT_TRUE(phctl.server.requests().empty());
}

TEST(Login, SaysThatThePasswordIsWrong) {
    CliRun phctl;
    phctl.server.on("POST /sessions", {401, R"({"error":"bad-credentials"})"});
    const auto done = phctl(loginArguments(phctl, phctl.server.fingerprint().toStdString()), "pw\n");
    EXPECT_EQ(done.code, 4);
    EXPECT_THAT(done.err, HasSubstr("Wrong user name or password"));
}

TEST(Login, AsksForWhatItCannotAskHere) {
    CliRun phctl;
    EXPECT_THAT(phctl({"login"}).err, HasSubstr("Which server?"));
    EXPECT_THAT(phctl({"login", "ftp://x"}).err, HasSubstr("no server address"));
    auto arguments = loginArguments(phctl, phctl.server.fingerprint().toStdString());
    arguments.erase(arguments.begin() + 4);
    EXPECT_THAT(phctl(arguments).err, HasSubstr("--password-stdin"));
}

TEST(Logout, ForgetsTheTokenButNotTheCertificate) {
    CliRun phctl;
    phctl.server.on("POST /sessions", {201, kLogin});
    phctl.server.on("DELETE /sessions/current", {200, "{}"});
    phctl(loginArguments(phctl, phctl.server.fingerprint().toStdString()), "pw\n");
    EXPECT_EQ(phctl({"logout"}).code, 0);
    EXPECT_THAT(phctl.read(".config/pilothouse/phctl.json").toStdString(),
                AllOf(Not(HasSubstr("fresh-token")), HasSubstr("sha256:")));
    EXPECT_EQ(phctl({"whoami"}).code, 4);
}

TEST(Whoami, PrintsWhatWasAskedFor) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /me", {200, kMe});
    EXPECT_THAT(phctl({"whoami"}).out, AllOf(HasSubstr("ada"), HasSubstr("Super administrator"), HasSubstr("Lab")));
    EXPECT_EQ(phctl({"whoami", "-o", "name"}).out, "ada\n");
    EXPECT_THAT(phctl({"whoami", "-o", "json"}).out, HasSubstr("\"name\": \"ada\""));
    EXPECT_THAT(phctl({"-o", "yaml", "whoami"}).out, HasSubstr("  name: ada\n"));
    EXPECT_THAT(phctl({"whoami", "--lang", "zh"}).out, HasSubstr("超级管理员"));
}

TEST(Whoami, NeedsALogIn) {
    CliRun phctl;
    const auto nobody = phctl({"whoami"});
    EXPECT_EQ(nobody.code, 4);
    EXPECT_THAT(nobody.err, HasSubstr("phctl login"));
    phctl.useToken();
    phctl.server.on("GET /me", {401, R"({"error":"unauthenticated"})"});
    EXPECT_EQ(phctl({"whoami"}).code, 4);
}

TEST(Whoami, SaysThatTheServerCannotBeReached) {
    CliRun phctl;
    phctl.useToken();
    phctl.environment["PH_SERVER"] = "https://127.0.0.1:1";
    const auto done = phctl({"whoami"});
    EXPECT_EQ(done.code, 5);
    EXPECT_THAT(done.err, HasSubstr("127.0.0.1:1"));
}

TEST(Users, AreAddedListedAndDisabledByName) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("POST /users", {201, R"({"id":"ubbbbbbbbbbbbb","name":"bob","role":"org_admin"})"});
    phctl.server.on("GET /users", {200, R"({"items":[{"id":"ubbbbbbbbbbbbb","name":"bob"}]})"});
    phctl.server.on("PATCH /users/ubbbbbbbbbbbbb", {200, R"({"id":"ubbbbbbbbbbbbb","name":"bob","disabled":true})"});
    EXPECT_EQ(phctl({"users", "add", "bob", "--role", "org_admin", "--password-stdin"}, "a long password\n").code, 0);
    EXPECT_THAT(phctl.server.requests().back().body.toStdString(),
                AllOf(HasSubstr(R"("role":"org_admin")"), HasSubstr("a long password")));
    EXPECT_EQ(phctl({"users", "list", "-o", "name"}).out, "bob\n");
    EXPECT_THAT(phctl({"users", "disable", "bob"}).out, HasSubstr("yes"));
    EXPECT_EQ(phctl.server.requests().back().body,
              QByteArray(R"({"display_name":null,"password":null,"role":null,"disabled":true})"));
    EXPECT_EQ(phctl({"users", "disable", "eve"}).code, 3);
    EXPECT_EQ(phctl({"users", "add", "bob", "--role", "king", "--password-stdin"}, "x\n").code, 2);
}

TEST(Queues, AreListedWithWhatIsBeyondTheSite) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on(
        "GET /queues",
        {200,
         R"({"items":[{"org":"oaaaaaaaaaaaaa","name":"vision","settings":{"weight":3,)"
         R"("limit":{"cpu":2.5,"memory":1073741824}},"held":{"cpu":0.5,"memory":0,"accelerators":7},"beyond_site":["limit.cpu"]}]})"});
    const auto table = phctl({"queues"}).out;
    EXPECT_THAT(table, AllOf(HasSubstr("vision"), HasSubstr("3"), HasSubstr("2.5 !"), HasSubstr("1 GiB"),
                             HasSubstr("CARDS USED"), HasSubstr(" 7 ")));
    EXPECT_EQ(phctl({"queues", "-o", "name"}).out, "vision\n");
    EXPECT_THAT(phctl({"queues", "--lang", "zh"}).out, AllOf(HasSubstr("队列"), HasSubstr("权重")));
}

TEST(Queue, ChangesWhatIsGivenAndLeavesTheRest) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /queues", {200, R"({"items":[{"org":"oaaaaaaaaaaaaa","name":"vision","settings":{"weight":3,)"
                                         R"("limit":{"cpu":2,"accelerators":1}}}]})"});
    phctl.server.on("PUT /queues/oaaaaaaaaaaaaa",
                    {200, R"({"org":"oaaaaaaaaaaaaa","name":"vision","beyond_site":["guaranteed.memory"]})"});
    const auto done = phctl(
        {"queue", "set", "vision", "--limit", "cpu=0.5", "--limit", "accelerators=none", "--guarantee", "memory=2GiB"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, HasSubstr("the site has less than guaranteed.memory of vision"));
    EXPECT_THAT(phctl.server.requests().back().body.toStdString(),
                AllOf(HasSubstr(R"("weight":3)"), HasSubstr(R"("cpu":5E-1)"), HasSubstr(R"("memory":"2GiB")"),
                      HasSubstr(R"("accelerators":null)")));
    const auto asked = phctl.server.requests().size();
    for (const auto* bad : {"cpu", "cpu=lots", "disk=1GiB", "memory=-1", "accelerators=1.5"}) {
        EXPECT_EQ(phctl({"queue", "set", "vision", "--limit", bad}).code, 2) << bad;
        EXPECT_EQ(phctl.server.requests().size(), asked) << "nothing is asked for what makes no sense";
    }
    EXPECT_EQ(phctl({"queue", "set", "speech", "--weight", "2"}).code, 3);
    EXPECT_EQ(phctl({"queue", "set", "vision", "--weight", "0"}).code, 2);
}

TEST(Tokens, ShowTheirSecretOnceOnTheOutput) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("POST /tokens", {201, R"({"token":{"id":"kbbbbbbbbbbbbb","name":"ci"},"secret":"pht_x"})"});
    phctl.server.on("GET /tokens", {200, R"({"items":[{"id":"kbbbbbbbbbbbbb","name":"ci"}]})"});
    phctl.server.on("DELETE /tokens/kbbbbbbbbbbbbb", {200, "{}"});
    EXPECT_EQ(phctl({"tokens", "add", "ci", "--expires", "30d"}).out, "pht_x\n");
    EXPECT_EQ(phctl.server.requests().back().body, QByteArray(R"({"name":"ci","expires_in":"30d"})"));
    EXPECT_EQ(phctl({"tokens", "add", "ci", "--expires", "soon"}).code, 2);
    EXPECT_THAT(phctl({"tokens", "list"}).out, HasSubstr("ci"));
    EXPECT_EQ(phctl({"tokens", "rm", "ci"}).code, 0);
    EXPECT_EQ(phctl({"tokens", "rm", "other"}).code, 3);
}

TEST(Secrets, AreReadFromTheInputAndNeverShown) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("PUT /secrets/hub", {200, "{}"});
    phctl.server.on("GET /secrets", {200, R"({"items":["hub"]})"});
    phctl.server.on("DELETE /secrets/hub", {200, "{}"});
    const auto done = phctl({"secrets", "put", "hub"}, "two\nlines\n");
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out + done.err, Not(HasSubstr("lines")));
    EXPECT_EQ(phctl.server.requests().back().body, QByteArray(R"({"value":"two\nlines"})"));
    EXPECT_EQ(phctl({"secrets", "list", "-o", "name"}).out, "hub\n");
    EXPECT_EQ(phctl({"secrets", "rm", "hub"}).code, 0);
}

TEST(Audit, TellsADamagedAnchorApartFromADamagedChain) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /audit/verify", {200, R"({"records":5,"head":"abc"})"});
    for (const std::string& damaged :
         {std::string(), std::string("2:abcd"), "2:" + kHash + "0", "0:" + kHash, phctl.write("empty", ""),
          phctl.write("cut", "2:" + kHash.substr(0, 40)), phctl.write("other", "some text\n")}) {
        const auto done = phctl({"audit", "verify", "--anchor", damaged});
        EXPECT_EQ(done.code, 2) << damaged;
        EXPECT_THAT(done.err, HasSubstr("NUMBER:HASH, the hash with all its 64 digits")) << damaged;
    }
    const auto absent = phctl({"audit", "verify", "--anchor", phctl.folder.path().toStdString() + "/absent"});
    EXPECT_EQ(absent.code, 3);
    EXPECT_THAT(absent.err, HasSubstr("/absent: no such file or folder"));
    EXPECT_TRUE(phctl.server.requests().empty());
    EXPECT_EQ(phctl({"audit", "verify", "--anchor", phctl.write("whole", "2:" + kHash + "\n")}).code, 0);
    EXPECT_THAT(phctl.server.requests().back().target.toStdString(), HasSubstr("number=2&hash=" + kHash));
}

TEST(Audit, ShowsTheWholeHashOfItsHead) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /audit/verify",
                    {200, R"({"records":5,"head":")" + QByteArray::fromStdString(kHash) + R"("})"});
    EXPECT_THAT(phctl({"audit", "verify"}).out, HasSubstr(kHash));
    phctl.terminal = true;
    EXPECT_THAT(phctl({"audit", "verify"}).out, HasSubstr(kHash));
}

TEST(Audit, EndsWithOneWhenTheChainIsBroken) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /audit/verify", {200, R"({"records":5,"head":"abc","broken_at":3})"});
    EXPECT_EQ(phctl({"audit", "verify", "--anchor", "2:" + kHash}).code, 1);
    EXPECT_EQ(phctl.server.requests().back().target,
              QByteArray("/api/v1/audit/verify?number=2&hash=" + QByteArray::fromStdString(kHash)));
    phctl.server.on("GET /audit/verify", {200, R"({"records":5,"head":"abc"})"});
    EXPECT_EQ(phctl({"audit", "verify"}).code, 0);
    phctl.server.on("GET /audit",
                    {200, R"({"items":[{"number":5,"actor":"ada","action":"job.submit","hash":"h"}],"next":""})"});
    EXPECT_EQ(phctl({"audit", "list", "-o", "name"}).out, "5:h\n");
}

}  // namespace ph::test
