#include "cli/cli_run.h"
#include "cli/display_width.h"

#include <QDir>
#include <QFileInfo>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ph::test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

QByteArray job(int number, const QByteArray& state, int attempt = 1,
               const QByteArray& reason = R"({"code":"completed","arguments":{}})") {
    return R"({"id":"jaaaaaaaaaaaa)" + QByteArray(1, static_cast<char>('a' + number % 26)) + R"(","number":)" +
           QByteArray::number(number) + R"(,"name":"train)" + QByteArray::number(number) +
           R"(","owner_name":"ada","state":")" + state + R"(","attempt":)" + QByteArray::number(attempt) +
           R"(,"reason":)" + reason + R"(,"seq":)" + QByteArray::number(number * 10) + "}";
}

Answer jobList(const QByteArray& jobs, const QByteArray& next = {}) {
    return {200, R"({"items":[)" + jobs + R"(],"next":")" + next + R"(","position":"1.5"})"};
}

constexpr const char* kOptions =
    R"({"limits":{"templates":["python-sklearn"]},"templates":[],"accelerator_models":[]})";
const QByteArray kSubmitted =
    R"({"jobs":[)" + job(7, "queued", 0, R"({"code":"submitted"})") +
    R"(],"forecast":{"reason":{"code":"not_enough_free","arguments":{"resource":"cpu","asked":"4000","free":"0","nodes":"1"}},"nodes":1}})";

/// A job #7 that runs and ends as `state`, with one log.
void serveWholeJob(CliRun& phctl, const QByteArray& state, const QByteArray& reason) {
    phctl.useToken();
    phctl.server.on("GET /job-options", {200, kOptions});
    phctl.server.on("POST /jobs", {201, kSubmitted});
    phctl.server.on("GET /jobs", jobList(job(7, "queued", 0)));
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah", {200, R"({"job":)" + job(7, "running") + "}"});
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/log",
                    {.body = "epoch 1\nepoch 2\n", .headers = "Ph-Log-Offset: 0\r\n", .chunked = true});
    phctl.server.onSocket("/events", [state, reason](QWebSocket* socket, const SeenRequest&) {
        QByteArray row = job(7, state, 1, reason);
        row.replace(R"("seq":70)", R"("seq":71)");
        socket->sendTextMessage(QString::fromUtf8(
            R"({"from":"1.5","to":"1.71","events":[{"seq":71,"kind":"job_changed","object":"jaaaaaaaaaaaah","row":)" +
            row + "}]}"));
    });
}

}  // namespace

TEST(Jobs, ListPagesUntilThereAreEnough) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs", [](const SeenRequest& request) {
        return request.target.contains("cursor=next")
                   ? jobList(job(1, "failed", 1, R"({"code":"exit_code","arguments":{"code":"3"}})"))
                   : jobList(job(2, "running"), "next");
    });
    const auto all = phctl({"jobs", "--all"});
    EXPECT_THAT(all.out, AllOf(HasSubstr("#2  train2  Running"), HasSubstr("#1  train1  Failed   Exit code 3")));
    EXPECT_EQ(phctl({"jobs", "--all", "-o", "name"}).out, "jaaaaaaaaaaaac\njaaaaaaaaaaaab\n");
    const auto one = phctl({"jobs", "-n", "1"});
    EXPECT_THAT(one.out, Not(HasSubstr("#1")));
    EXPECT_THAT(one.err, HasSubstr("--all"));
}

TEST(Jobs, FilterByStateNameAndOwner) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs", jobList(""));
    phctl.server.on("GET /me", {200, R"({"user":{"id":"uaaaaaaaaaaaaa","name":"ada"}})"});
    const auto none = phctl({"jobs", "--state", "running", "--state", "queued", "--name", "x", "--mine"});
    EXPECT_EQ(phctl.server.requests().back().target,
              QByteArray("/api/v1/jobs?state=running%2Cqueued&name=x&owner=uaaaaaaaaaaaaa&limit=50"));
    EXPECT_THAT(none.err, HasSubstr("phctl run"));
    const auto bad = phctl({"jobs", "--state", "runing"});
    EXPECT_EQ(bad.code, 2);
    EXPECT_THAT(bad.err, HasSubstr("Did you mean running?"));
    EXPECT_THAT(phctl({"jobs", "--state", "xyz"}).err,
                HasSubstr("“xyz” is not known to --state; choose one of awaiting_approval|queued|"));
}

TEST(Jobs, AreColouredOnTerminalsOnlyAndNeverWithNoColor) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs", jobList(job(1, "failed")));
    EXPECT_THAT(phctl({"jobs"}).out, Not(HasSubstr("\033[")));
    phctl.terminal = true;
    EXPECT_THAT(phctl({"jobs"}).out, HasSubstr("\033[31mFailed\033[0m"));
    EXPECT_THAT(phctl({"jobs", "--no-color"}).out, Not(HasSubstr("\033[")));
    phctl.environment["NO_COLOR"] = "1";
    EXPECT_THAT(phctl({"jobs"}).out, Not(HasSubstr("\033[")));
}

TEST(Jobs, FitATerminalAndAreWholeElsewhere) {
    CliRun phctl;
    phctl.useToken();
    phctl.environment["NO_COLOR"] = "1";
    QByteArray row =
        job(1, "failed", 1, R"({"code":"command_not_found","arguments":{"command":"/opt/some/long/path/trian"}})");
    row.replace("train1", "fine-tune-llama-70b-with-a-very-long-name-that-nobody-needs-to-see-whole");
    row.replace(
        R"("seq")",
        R"("node_name":"gpu-node-17.cluster.example.org","queued_at":"2026-01-01T00:00:00.000000Z","started_at":"2026-01-01T00:00:00.000000Z",)"
        R"("resources":{"cpu":64,"memory":"512GiB","accelerators":[{"model":"H100","count":8}]},"seq")");
    phctl.server.on("GET /jobs", jobList(row));
    phctl.terminal = true;
    for (const char* language : {"en", "zh"}) {
        std::istringstream lines(phctl({"jobs", "--lang", language}).out);
        int count = 0;
        for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(cli::displayWidth(line), 80u) << line;
        EXPECT_EQ(count, 2);
    }
    EXPECT_THAT(phctl({"jobs"}).out, AllOf(HasSubstr("fine-tune-"), HasSubstr("…"), Not(HasSubstr("whole")),
                                           Not(HasSubstr("ACCELERATORS"))));
    phctl.columns = 200;
    EXPECT_THAT(phctl({"jobs"}).out, AllOf(HasSubstr("ACCELERATORS"), HasSubstr("gpu-node-17.cluster.example.org")));
    phctl.columns = 80;
    EXPECT_THAT(phctl({"jobs", "-o", "wide"}).out, Not(HasSubstr("…")));
    phctl.terminal = false;
    EXPECT_THAT(phctl({"jobs"}).out,
                AllOf(Not(HasSubstr("…")), HasSubstr("whole"), HasSubstr("trian"), HasSubstr("8 x H100")));
}

TEST(Jobs, CannotSendControlSequencesToATerminal) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs", jobList(job(1, "failed").replace("train1", "\\u001b[2Jevil\\n")));
    EXPECT_THAT(phctl({"jobs"}).out, AllOf(Not(HasSubstr("\033")), HasSubstr("evil")));
}

TEST(Job, IsFoundByIdAndNumber) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs", jobList(job(9, "running") + "," + job(7, "running")));
    phctl.server.on(
        "GET /jobs/jaaaaaaaaaaaah",
        {200,
         R"({"job":)" + job(7, "running") +
             R"(,"spec":{"command":["python3","train.py"]},"history":[{"at":null,"state":"queued","attempt":0}]})"});
    for (const char* reference : {"7", "#7", "jaaaaaaaaaaaah"}) {
        const auto shown = phctl({"job", reference});
        EXPECT_EQ(shown.code, 0) << shown.err;
        EXPECT_THAT(shown.out, AllOf(HasSubstr("#7 train7"), HasSubstr("python3 train.py"))) << reference;
    }
    EXPECT_THAT(phctl({"job", "7", "-o", "json"}).out, HasSubstr("\"number\": 7"));
    for (const char* reference : {"8", "#0", "train7", "jAAAA"})
        EXPECT_EQ(phctl({"job", reference}).code, 3) << reference;
}

TEST(Why, SaysTheReasonInTheLanguageOfThePerson) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on(
        "GET /jobs/jaaaaaaaaaaaah/why",
        {200, R"({"reason":{"code":"out_of_memory","arguments":{"used":"536870912","limit":"536870912"}},"nodes":1})"});
    EXPECT_EQ(phctl({"why", "jaaaaaaaaaaaah"}).out, "Out of memory: used 512 MiB of 512 MiB\n");
    EXPECT_EQ(phctl({"why", "jaaaaaaaaaaaah", "-o", "wide"}).out,
              "Out of memory: used 512 MiB of 512 MiB (out_of_memory)\n");
    phctl.environment["LC_ALL"] = "zh_CN.UTF-8";
    EXPECT_EQ(phctl({"why", "jaaaaaaaaaaaah"}).out, "内存不足：已用 512 MiB，上限 512 MiB\n");
}

TEST(Why, SaysWhereAndSinceWhenAJobRuns) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/why", {200, R"({"reason":{"code":"none"}})"});
    QByteArray row = job(7, "running", 1, R"({"code":"none"})");
    row.replace(R"("seq")", R"("node_name":"box","started_at":"2026-01-01T00:00:00.000000Z","seq")");
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah", {200, R"({"job":)" + row + "}"});
    EXPECT_THAT(phctl({"why", "jaaaaaaaaaaaah"}).out, testing::StartsWith("Runs on box since 202"));
    EXPECT_THAT(phctl({"why", "jaaaaaaaaaaaah", "--lang", "zh"}).out, HasSubstr("在 box 上运行"));
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah", {200, R"({"job":)" + row.replace("running", "stopping") + "}"});
    EXPECT_EQ(phctl({"why", "jaaaaaaaaaaaah"}).out, "Stopping\n");
}

constexpr const char* kForeseen =
    R"({"reason":{"code":"not_enough_free","arguments":{"resource":"cpu","asked":"4000","free":"2000","nodes":"1"}},)"
    R"("nodes":1,"estimate":{"basis":"computed","at":"2026-01-01T00:00:00.000000Z","ends":1},)"
    R"("relaxations":[{"changes":[{"what":"cpu","from":4000,"to":2000}]}],"blockers":[{"number":7,"owner_name":"ada",)"
    R"("ends_by":"2026-01-01T00:00:00.000000Z","cards":0,"cpu":2,"memory":"1GiB"}]})";

TEST(Why, SaysWhoIsInTheWayWhenItStartsAndWhatWouldStart) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/why", {200, kForeseen});
    EXPECT_EQ(phctl({"why", "jaaaaaaaaaaaah"}).out,
              "Not enough free: asks 4 cores, 2 cores free on the nearest of 1 node\n"
              "In its way: #7 of ada, ends in 0 s at the latest, holds 2 cores, 1 GiB of memory\n"
              "Starts in 0 s if what is before it runs to its time limits; others may still come before\n"
              "Would start at once with 2 cores instead of 4 cores\n");
}

TEST(When, SaysTheTimeAndItsBasis) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/why", {200, kForeseen});
    EXPECT_THAT(phctl({"when", "jaaaaaaaaaaaah"}).out,
                AllOf(HasSubstr("if what is before it runs to its time limits"), HasSubstr("(202")));
    EXPECT_THAT(phctl({"when", "jaaaaaaaaaaaah", "--lang", "zh"}).out, HasSubstr("按前面作业的时限计算"));
    EXPECT_THAT(phctl({"when", "jaaaaaaaaaaaah", "-o", "json"}).out, HasSubstr(R"("basis": "computed")"));
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/why", {200, R"({"reason":{"code":"none"}})"});
    EXPECT_EQ(phctl({"when", "jaaaaaaaaaaaah"}).out, "It does not wait.\n");
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/why",
                    {200, R"({"reason":{"code":"after_others","arguments":{"jobs":"#3"}}})"});
    EXPECT_EQ(phctl({"when", "jaaaaaaaaaaaah"}).out, "Waits for other jobs: #3\n");
}

TEST(WhatIf, AnswersWithoutSubmitting) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /job-options", {200, kOptions});
    phctl.server.on("POST /jobs", {200, QByteArray(R"({"jobs":[],"forecast":)") + kForeseen + "}"});
    const auto told = phctl({"what-if", "-"}, "command: [python3, -V]\n");
    EXPECT_EQ(told.code, 0) << told.err;
    EXPECT_THAT(told.out, HasSubstr("Would start at once with 2 cores instead of 4 cores\n"));
    EXPECT_EQ(phctl.server.requests().back().target, QByteArray("/api/v1/jobs?dry_run=true"));
    EXPECT_THAT(phctl({"what-if", "-", "-o", "json"}, "command: [python3, -V]\n").out,
                HasSubstr(R"("relaxations": [)"));
    phctl.server.on("POST /jobs", {200, R"({"jobs":[],"forecast":{"reason":{"code":"none"},"nodes":1}})"});
    EXPECT_EQ(phctl({"what-if", "-"}, "command: [python3, -V]\n").out, "The job is valid and could start now.\n");
}

TEST(Submit, ShowsEveryFaultWithItsPathAndSendsNothing) {
    CliRun phctl;
    phctl.useToken();
    const auto file = phctl.write("bad.yaml", "comand: [true]\nresources: {memory: lots}\nfiles: [absent.py]\n");
    const auto done = phctl({"submit", file});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, AllOf(HasSubstr("comand: there is no field of this name; did you mean command?"),
                                HasSubstr("resources.memory"), HasSubstr("files[0]: “absent.py” does not exist")));
    EXPECT_TRUE(phctl.server.requests().empty());
    EXPECT_EQ(phctl({"submit", phctl.write("not.yaml", "{a: [1")}).code, 2);
    const auto absent = phctl({"submit", "no-such-file.yaml"});
    EXPECT_EQ(absent.code, 3);
    EXPECT_THAT(absent.err, HasSubstr("no-such-file.yaml: no such file or folder"));
}

TEST(Submit, ChecksByTheSitesRulesBeforeItUploads) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /job-options", {200, kOptions});
    phctl.write("train.py", "print(1)");
    const auto file =
        phctl.write("job.yaml", "command: [python3, train.py]\nfiles: [train.py]\ntemplate: torch\npriority: 500\n");
    const auto done = phctl({"submit", file});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, AllOf(HasSubstr("template"), HasSubstr("priority")));
    EXPECT_EQ(phctl.server.requests().size(), 1u);
}

TEST(Submit, OnlyChecksOnADryRun) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /job-options", {200, kOptions});
    phctl.server.on("POST /jobs", {200, kSubmitted});
    phctl.write("train.py", "print(1)");
    const auto done =
        phctl({"submit", phctl.write("job.yaml", "command: [python3, train.py]\nfiles: [train.py]\n"), "--dry-run"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("Not enough free: asks 4 cores, 0 cores free on the nearest of 1 node"));
    EXPECT_EQ(phctl.server.requests().back().target, QByteArray("/api/v1/jobs?dry_run=true"));
}

TEST(Submit, SaysOnADryRunThatItCouldStartNow) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /job-options", {200, kOptions});
    phctl.server.on("POST /jobs", {200, R"({"jobs":[],"forecast":{"reason":{"code":"none"},"nodes":1}})"});
    EXPECT_EQ(phctl({"submit", "-", "--dry-run"}, "command: [python3, -V]\n").err,
              "The job is valid and could start now.\n");
    EXPECT_THAT(phctl({"submit", "-", "--dry-run"}, "command: [python3, -V]\nafter: [jaaaaaaaaaaaah]\n").err,
                HasSubstr("could start once the jobs it comes after have succeeded"));
}

TEST(Submit, TellsOnADryRunWhatOnlyTheServerKnowsTogetherWithTheRest) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /job-options", {200, kOptions});
    phctl.server.on(
        "POST /jobs",
        {400, R"({"error":"invalid","faults":[{"path":"template","code":"unknown","value":"torch","allowed":"x"},)"
              R"({"path":"resources.memory","code":"never-fits","value":"64 GiB","allowed":"at most 8 GiB"}]})"});
    const auto done = phctl({"submit", "-", "--dry-run"},
                            "command: [python3]\ntemplate: torch\npriority: 500\nresources: {memory: 64GiB}\n");
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, AllOf(HasSubstr("template: “torch” does not exist here. What there is: python-sklearn"),
                                HasSubstr("priority: 500"),
                                HasSubstr("resources.memory: no node holds 64 GiB; one has at most 8 GiB")));
    EXPECT_EQ(phctl.server.requests().back().target, QByteArray("/api/v1/jobs?dry_run=true"));
}

TEST(Submit, UploadsFilesAndNamesThemByDigest) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /job-options", {200, kOptions});
    phctl.server.on("POST /jobs", {201, kSubmitted});
    const QByteArray digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    phctl.server.on("PUT /blobs/sha256%3A" + digest, {201, R"({"digest":"x","size":3})"});
    phctl.write("train.py", "abc");
    const auto done = phctl(
        {"submit", phctl.write("job.yaml", "command: [python3, main.py]\nfiles: [{source: train.py, path: main.py}]\n"),
         "-o", "name"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, "jaaaaaaaaaaaah\n");
    EXPECT_THAT(done.err, HasSubstr("Submitted #7"));
    EXPECT_TRUE(
        phctl.server.requests().back().body.contains(R"("files":[{"path":"main.py","digest":"sha256:)" + digest));
    EXPECT_FALSE(phctl.server.requests().back().headers.value("idempotency-key").isEmpty());
}

TEST(Submit, FollowsTheLogAndEndsAsTheWorkDid) {
    for (const bool good : {true, false}) {
        CliRun phctl;
        serveWholeJob(phctl, good ? "succeeded" : "failed",
                      good ? R"({"code":"completed"})" : R"({"code":"exit_code","arguments":{"code":"3"}})");
        const auto done = phctl({"submit", "-", "--follow"}, "command: [python3, -V]\n");
        EXPECT_EQ(done.code, good ? 0 : 1) << done.err;
        EXPECT_EQ(done.out, "epoch 1\nepoch 2\n");
        EXPECT_THAT(done.err, HasSubstr(good ? "#7 train7: Succeeded (Completed)" : "#7 train7: Failed (Exit code 3)"));
    }
}

TEST(Submit, WaitsWithoutTheLog) {
    CliRun phctl;
    serveWholeJob(phctl, "failed", R"({"code":"time_limit","arguments":{"limit":"60"}})");
    const auto done = phctl({"submit", "-", "--wait", "-o", "json"}, "command: [python3, -V]\n");
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, HasSubstr("\"state\": \"failed\""));
    EXPECT_THAT(done.err, HasSubstr("Time limit reached: 60 s"));
}

TEST(Run, TakesTheFolderAlongAndFollows) {
    CliRun phctl;
    serveWholeJob(phctl, "succeeded", R"({"code":"completed"})");
    phctl.server.on("PUT /blobs/sha256%3Aba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                    {201, R"({"digest":"x","size":3})"});
    QDir(phctl.folder.path()).mkdir(QStringLiteral("w"));
    phctl.write("w/train.py", "abc");
    const auto done = phctl({"run",
                             "-C",
                             phctl.folder.filePath(QStringLiteral("w")).toStdString(),
                             "--cpu",
                             "2",
                             "--memory",
                             "2GiB",
                             "--template",
                             "python-sklearn",
                             "--accelerator",
                             "H100:2",
                             "-e",
                             "A=b=c",
                             "--keep",
                             "out/**",
                             "--",
                             "python3",
                             "train.py",
                             "--lr",
                             "0.1"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, "epoch 1\nepoch 2\n");
    const auto& requests = phctl.server.requests();
    const auto submit =
        std::find_if(requests.begin(), requests.end(), [](const SeenRequest& r) { return r.method == "POST"; });
    ASSERT_NE(submit, requests.end());
    EXPECT_THAT(
        submit->body.toStdString(),
        AllOf(HasSubstr(R"("command":["python3","train.py","--lr","0.1"])"), HasSubstr(R"("path":"train.py")"),
              HasSubstr(R"("cpu":2)"), HasSubstr(R"("memory":"2GiB")"), HasSubstr(R"("model":"H100","count":2)"),
              HasSubstr(R"("A":"b=c")"), HasSubstr(R"("outputs":["out/**"])")));
}

TEST(Run, SaysEveryWrongOptionAtOnce) {
    CliRun phctl;
    phctl.useToken();
    const auto done =
        phctl({"run", "--cpu", "many", "--memory", "x", "-e", "novalue", "--mount", "area", "--", "true"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, AllOf(HasSubstr("--cpu"), HasSubstr("--memory"), HasSubstr("--env"), HasSubstr("--mount")));
    EXPECT_EQ(phctl({"run", "-it", "--", "bash"}).code, 2);
}

TEST(Logs, PrintBytesRangesAndTails) {
    CliRun phctl;
    phctl.useToken();
    const QByteArray log = QByteArray("one\ntwo\0\r\xff\nthree\n", 17);
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/log", [log](const SeenRequest& request) {
        qsizetype from = 0;
        if (request.target.contains("offset=4")) from = 4;
        const bool range = request.target.contains("length=4");
        return Answer{.body = log.mid(from, range ? 4 : -1),
                      .headers = "Ph-Log-Offset: " + QByteArray::number(from) + "\r\n"};
    });
    EXPECT_EQ(phctl({"logs", "jaaaaaaaaaaaah"}).out, log.toStdString());
    EXPECT_EQ(phctl({"logs", "jaaaaaaaaaaaah", "--tail", "1"}).out, "three\n");
    EXPECT_EQ(phctl({"logs", "jaaaaaaaaaaaah", "--bytes", "4-7"}).out, log.mid(4, 4).toStdString());
    EXPECT_EQ(phctl({"logs", "jaaaaaaaaaaaah", "--bytes", "x"}).code, 2);
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/log",
                    {409, R"({"error":"job-not-started","arguments":{"attempt":"9"}})"});
    const auto early = phctl({"logs", "jaaaaaaaaaaaah", "--attempt", "9"});
    EXPECT_EQ(early.code, 3);
    EXPECT_THAT(early.err, HasSubstr("The job has not started its attempt 9 yet."));
}

TEST(Stop, StopsEveryJobThatWasNamed) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("POST /jobs/jaaaaaaaaaaaah/stop", {200, job(7, "stopping")});
    phctl.server.on("POST /jobs/jaaaaaaaaaaaai/stop", {200, job(8, "stopped")});
    EXPECT_EQ(phctl({"stop", "jaaaaaaaaaaaah", "jaaaaaaaaaaaai", "-o", "name"}).out,
              "jaaaaaaaaaaaah\njaaaaaaaaaaaai\n");
}

TEST(Rm, RefusesWhatHasNotEnded) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("DELETE /jobs/jaaaaaaaaaaaah", {409, R"({"error":"job-not-ended"})"});
    const auto done = phctl({"rm", "jaaaaaaaaaaaah"});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("Stop it first"));
}

TEST(Artifacts, AreFetchedIntoAFolderAndNeverOutsideOfIt) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/artifacts",
                    {200, R"({"items":[{"job":"jaaaaaaaaaaaah","attempt":1,"path":"out/model","digest":"d","size":3},
        {"job":"jaaaaaaaaaaaah","attempt":2,"path":"out/model","digest":"d","size":5},{"job":"jaaaaaaaaaaaah","attempt":1,"path":"../evil","digest":"d","size":3}]})"});
    phctl.server.on("GET /jobs/jaaaaaaaaaaaah/artifact", {200, "hello"});
    const auto folder = phctl.folder.filePath(QStringLiteral("got")).toStdString();
    const auto done = phctl({"artifacts", "get", "jaaaaaaaaaaaah", "-o", folder});
    EXPECT_EQ(done.code, 1) << done.err;
    EXPECT_THAT(done.err, HasSubstr("lead outside of the folder"));
    EXPECT_EQ(phctl.read("got/out/model"), QByteArray("hello"));
    EXPECT_EQ(phctl.server.requests().back().target,
              QByteArray("/api/v1/jobs/jaaaaaaaaaaaah/artifact?path=out%2Fmodel&attempt=2"));
    EXPECT_FALSE(QFileInfo::exists(phctl.folder.filePath(QStringLiteral("evil"))));
    EXPECT_EQ(phctl({"artifacts", "get", "jaaaaaaaaaaaah", "nope"}).code, 3);
    EXPECT_THAT(phctl({"artifacts", "list", "jaaaaaaaaaaaah"}).out, HasSubstr("out/model"));
}

TEST(Nodes, SaySimulatedWhereCardsAre) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on(
        "GET /nodes",
        {200, R"({"items":[{"id":"naaaaaaaaaaaaa","name":"box","capacity":{"cpu":8,"memory":"16GiB","accelerators":
        [{"id":"sim0","model":"H100","simulated":true},{"id":"sim1","model":"H100","simulated":true}]},"capabilities":{"engine":"process","remarks":["network-not-isolated"]}}],"position":"1.1"})"});
    EXPECT_THAT(phctl({"nodes"}).out, AllOf(HasSubstr("2 x H100 (simulated)"), HasSubstr("0 / 8")));
    EXPECT_THAT(phctl({"nodes", "-o", "wide"}).out, HasSubstr("The network is not isolated"));
    phctl.server.on("GET /jobs", jobList(""));
    phctl.server.on("GET /nodes/naaaaaaaaaaaaa/samples",
                    {200, R"({"items":[{"cpu_milli":4000,"memory_bytes":8589934592}]})"});
    EXPECT_THAT(phctl({"top"}).out, AllOf(HasSubstr("50 %"), HasSubstr("8 GiB / 16 GiB")));
}

TEST(Events, PrintWhatChanged) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.on("GET /jobs", jobList(""));
    phctl.server.on("GET /event-log",
                    {200, R"({"items":[{"seq":4,"kind":"job_changed","object":"jaaaaaaaaaaaah","row":)" +
                              job(7, "failed") + R"(}],"next":"1.5"})"});
    const auto shown = phctl({"events", "-n", "3"});
    EXPECT_THAT(shown.out, HasSubstr("Job changed  #7 train7  Failed"));
    EXPECT_EQ(phctl.server.requests().back().target, QByteArray("/api/v1/event-log?after=1.2&limit=3"));
    EXPECT_EQ(phctl({"events", "--from", "1.1", "-o", "name"}).out, "jaaaaaaaaaaaah\n");
}

TEST(Exec, PassesOutputsAndEndsWithOneWhenTheCommandFailed) {
    CliRun phctl;
    phctl.useToken();
    QStringList texts;
    phctl.server.onSocket("/jobs/jaaaaaaaaaaaah/exec", [&](QWebSocket* socket, const SeenRequest&) {
        QObject::connect(socket, &QWebSocket::textMessageReceived, socket, [&, socket](const QString& text) {
            texts << text;
            if (texts.size() != 2) return;
            socket->sendBinaryMessage(QByteArray("\1out"));
            socket->sendBinaryMessage(QByteArray("\2err"));
            socket->sendTextMessage(QStringLiteral(R"({"exit_code":3})"));
        });
    });
    const auto done = phctl({"exec", "jaaaaaaaaaaaah", "--", "ls", "-l"});
    EXPECT_EQ(done.code, 1);
    EXPECT_EQ(done.out, "out");
    EXPECT_THAT(done.err, AllOf(HasSubstr("err"), HasSubstr("exit code 3")));
    EXPECT_TRUE(texts[0].contains(QStringLiteral(R"("command":["ls","-l"])")));
    EXPECT_TRUE(texts[1].contains(QStringLiteral(R"("end":true)")));
}

TEST(Exec, EndsWithThreeWhereNothingRuns) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.onSocket("/jobs/jaaaaaaaaaaaah/exec", [](QWebSocket* socket, const SeenRequest&) {
        socket->sendTextMessage(QStringLiteral(R"({"exit_code":-1,"failure":"command-not-found"})"));
    });
    const auto absent = phctl({"exec", "jaaaaaaaaaaaah", "--", "nosuch"});
    EXPECT_EQ(absent.code, 3);
    EXPECT_THAT(absent.err, HasSubstr("nosuch: no such command inside the job"));
    phctl.server.on("GET /jobs/jaaaaaaaaaaaai", {200, R"({"job":)" + job(8, "succeeded") + "}"});
    const auto ended = phctl({"exec", "jaaaaaaaaaaaai", "--", "ls"});
    EXPECT_EQ(ended.code, 3);
    EXPECT_THAT(ended.err, HasSubstr("The job is not running."));
}

TEST(Cp, EndsWithThreeForWhatIsNotThere) {
    CliRun phctl;
    phctl.useToken();
    phctl.server.onSocket("/jobs/jaaaaaaaaaaaah/files?", [](QWebSocket* socket, const SeenRequest&) {
        socket->sendTextMessage(QStringLiteral(R"({"exit_code":-1,"failure":"path-not-found"})"));
    });
    const auto absent = phctl({"cp", "jaaaaaaaaaaaah:nope", "."});
    EXPECT_EQ(absent.code, 3);
    EXPECT_THAT(absent.err, HasSubstr("jaaaaaaaaaaaah:nope: no such file or folder"));
}

TEST(Cp, CopiesAFolderInAndOut) {
    CliRun phctl;
    phctl.useToken();
    QByteArray tar;
    QByteArray target;
    phctl.server.onSocket("/jobs/jaaaaaaaaaaaah/files/upload", [&](QWebSocket* socket, const SeenRequest& request) {
        target = request.target;
        QObject::connect(socket, &QWebSocket::binaryMessageReceived, socket,
                         [&](const QByteArray& bytes) { tar += bytes; });
        QObject::connect(socket, &QWebSocket::textMessageReceived, socket,
                         [socket] { socket->sendTextMessage(QStringLiteral(R"({"exit_code":0})")); });
    });
    phctl.server.onSocket("/jobs/jaaaaaaaaaaaah/files?", [&](QWebSocket* socket, const SeenRequest&) {
        socket->sendBinaryMessage("\1" + tar);
        socket->sendTextMessage(QStringLiteral(R"({"exit_code":0})"));
    });
    QDir(phctl.folder.path()).mkpath(QStringLiteral("d/sub"));
    phctl.write("d/a", "alpha");
    phctl.write("d/sub/b", std::string(700'000, 'b'));
    const auto root = phctl.folder.path().toStdString();
    EXPECT_EQ(phctl({"cp", root + "/d", "jaaaaaaaaaaaah:data/"}).code, 0);
    EXPECT_TRUE(target.endsWith("path=data"));
    const auto out = phctl({"cp", "jaaaaaaaaaaaah:data/d", root + "/back"});
    EXPECT_EQ(out.code, 0) << out.err;
    EXPECT_EQ(phctl.read("back/a"), QByteArray("alpha"));
    EXPECT_EQ(phctl.read("back/sub/b").size(), 700'000);
    EXPECT_EQ(phctl({"cp", "a", "b"}).code, 2);
    EXPECT_EQ(phctl({"cp", root + "/absent", "jaaaaaaaaaaaah:"}).code, 3);
}

}  // namespace ph::test
