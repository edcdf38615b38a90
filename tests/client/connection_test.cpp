#include "client/connection.h"

#include "client/accounts/account_client.h"
#include "client/client_errors.h"
#include "client/jobs/job_client.h"
#include "client/test_server.h"
#include "client/tests.h"
#include "client/wait.h"
#include "domain/accounts/account.h"
#include "domain/accounts/request_limit.h"
#include "domain/jobs/job.h"

#include <QBuffer>
#include <QTest>

namespace ph::test {

using namespace client;

constexpr const char* kMe =
    R"({"user":{"id":"uaaaaaaaaaaaaa","org":"oaaaaaaaaaaaaa","name":"ada","role":"user","some_day":1},"organisation_name":"Lab"})";

Answer tooMany(int seconds) {
    const QByteArray text = QByteArray::number(seconds);
    QByteArray body = R"({"error":"too-many-requests","retryable":true,"arguments":{"seconds":"%1"}})";
    return {.status = 429, .body = body.replace("%1", text), .headers = "Retry-After: " + text + "\r\n"};
}

class ConnectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decodesAnAnswerAndPassesOverFieldsOfANewerServer() {
        TestServer server;
        server.on("GET /me", {200, kMe});
        Connection connection(server.profile());
        const auto me = answerOf(AccountClient(connection).me());
        QVERIFY(me.has_value());
        QCOMPARE(me->user.name, std::string("ada"));
        QCOMPARE(me->organisationName, std::string("Lab"));
        QCOMPARE(server.requests().front().headers.value("authorization"), QByteArray("Bearer secret-token"));
        QCOMPARE(connection.state().link, Link::Connected);
    }

    void usesOneConnectionForManyRequests() {
        TestServer server;
        server.on("GET /me", {200, kMe});
        Connection connection(server.profile());
        for (int i = 0; i < 5; ++i) QVERIFY(answerOf(AccountClient(connection).me()).has_value());
        QCOMPARE(server.requests().size(), 5u);
        QCOMPARE(server.connections(), 1);
    }

    void sendsNothingToAServerWithAnotherCertificate() {
        TestServer server, other;
        auto profile = server.profile();
        profile.fingerprint = other.fingerprint();
        Connection connection(profile);
        const auto me = answerOf(AccountClient(connection).me());
        QVERIFY(me.has_error());
        QVERIFY(me.error().id == kCertificateChanged);
        QVERIFY(server.requests().empty());
        QCOMPARE(connection.state().link, Link::Offline);
    }

    void sendsNothingBeforeACertificateIsPinned() {
        TestServer server;
        Connection connection({server.url(), {}, "token"});
        QVERIFY(answerOf(AccountClient(connection).me()).error().id == kNotPinned);
        QCOMPARE(server.connections(), 0);
    }

    void probesTheFingerprintWithoutARequest() {
        TestServer server;
        Connection connection({server.url(), {}, {}});
        QCOMPARE(answerOf(connection.probe()).value(), server.fingerprint());
        QVERIFY(server.requests().empty());
    }

    void saysThatNobodyListens() {
        QUrl url;
        {
            TestServer gone;
            url = gone.url();
        }
        Connection connection({url, "sha256:00", "token"});
        const auto me = answerOf(AccountClient(connection).me());
        QVERIFY(me.error().id == kNoConnection);
        QCOMPARE(connection.state().link, Link::Offline);
        QVERIFY(answerOf(connection.probe()).error().id == kNoConnection);
    }

    void turnsProblemsIntoErrorsWithArgumentsAndFaults() {
        TestServer server;
        server.on("GET /me", {400, R"({"type":"x","title":"x","status":400,"error":"invalid","retryable":false,
            "arguments":{"a":"1"},"faults":[{"path":"resources.cpu","code":"range","value":"0","allowed":"1 to 2"}]})"});
        Connection connection(server.profile());
        const auto error = answerOf(AccountClient(connection).me()).error();
        QVERIFY(error.id == kInvalid);
        QCOMPARE(error.faults.size(), 1u);
        QCOMPARE(error.faults[0].path, std::string("resources.cpu"));
        QCOMPARE(error.arguments.front().second, std::string("1"));
        QCOMPARE(connection.state().link, Link::Connected);
    }

    void keepsTheNameAndKindOfErrorsThatItDoesNotKnow() {
        TestServer server;
        server.on("GET /me", {409, R"({"error":"brand-new"})"});
        Connection connection(server.profile());
        const auto error = answerOf(AccountClient(connection).me()).error();
        QVERIFY(error.id == kUnknownError);
        QCOMPARE(error.id.kind, ErrorKind::Conflict);
        QCOMPARE(error.arguments.front().second, std::string("brand-new"));
    }

    void tellsARefusedTokenByItsState() {
        TestServer server;
        server.on("GET /me", {401, R"({"error":"unauthenticated"})"});
        Connection connection(server.profile());
        QVERIFY(answerOf(AccountClient(connection).me()).error().id == kUnauthenticated);
        QCOMPARE(connection.state().link, Link::Unauthorised);
    }

    void doesNotTakeAWrongPasswordForARefusedToken() {
        TestServer server;
        server.on("POST /sessions", {401, R"({"error":"bad-credentials"})"});
        Connection connection(server.profile());
        QVERIFY(answerOf(AccountClient(connection).login({"ada", "wrong"})).error().id == kBadCredentials);
        QCOMPARE(connection.state().link, Link::Connected);
    }

    void refusesAnswersThatAreNone_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("no JSON") << QByteArray("<html>");
        QTest::newRow("another type") << QByteArray("[1]");
        QTest::newRow("a wrong field") << QByteArray(R"({"user":{"id":5}})");
        QTest::newRow("cut JSON") << QByteArray(R"({"user":)");
    }
    void refusesAnswersThatAreNone() {
        QFETCH(QByteArray, body);
        TestServer server;
        server.on("GET /me", {200, body});
        Connection connection(server.profile());
        QVERIFY(answerOf(AccountClient(connection).me()).error().id == kBadAnswer);
    }

    void saysThatAnAnswerWasCut() {
        TestServer server;
        server.on("GET /me", {.body = kMe, .cutAfter = 20});
        Connection connection(server.profile());
        QVERIFY(answerOf(AccountClient(connection).me()).error().id == kNoConnection);
    }

    void givesUpAtTheDeadline() {
        TestServer server;
        server.on("GET /me", {.never = true});
        Connection connection(server.profile());
        Call<QByteArray> call(connection.start({.route = "me.get", .deadline = std::chrono::milliseconds(100)}),
                              [](std::string_view) { return Result<QByteArray>(QByteArray()); });
        QVERIFY(answerOf(call).error().id == kDeadline);
    }

    void comesBackWhenTheServerAsksTo() {
        TestServer server;
        int asked = 0;
        server.on("GET /me", [&](const SeenRequest&) { return ++asked < 3 ? tooMany(1) : Answer{200, kMe}; });
        Connection connection(server.profile());
        QVERIFY(answerOf(AccountClient(connection).me()).has_value());
        QCOMPARE(asked, 3);
    }

    void repeatsASubmissionUnderItsKeyOnly() {
        TestServer server;
        server.on("POST /jobs", tooMany(1));
        server.on("POST /sessions", tooMany(1));
        Connection connection(server.profile());
        const auto ignored = [](std::string_view) { return Result<QByteArray>(QByteArray()); };
        Call<QByteArray> keyed(connection.start({.route = "jobs.submit", .body = "{}", .idempotencyKey = "k"}),
                               ignored);
        const auto error = answerOf(keyed).error();
        QVERIFY(error.id == kTooManyRequests);
        QCOMPARE(error.arguments.front().second, std::string("1"));
        QCOMPARE(server.requests().size(), 4u);
        for (const auto& request : server.requests())
            QCOMPARE(request.headers.value("idempotency-key"), QByteArray("k"));
        QVERIFY(answerOf(AccountClient(connection).login({"ada", "secret"})).error().id == kTooManyRequests);
        QCOMPARE(server.requests().size(), 5u);
    }

    void tellsOfAWaitThatIsLongerThanItsDeadline() {
        TestServer server;
        server.on("GET /me", tooMany(3600));
        Connection connection(server.profile());
        QVERIFY(answerOf(AccountClient(connection).me()).error().id == kTooManyRequests);
        QCOMPARE(server.requests().size(), 1u);
    }

    void stopsComingBackWhenItIsDropped() {
        TestServer server;
        server.on("GET /me", tooMany(1));
        Connection connection(server.profile());
        auto call = AccountClient(connection).me();
        QVERIFY(QTest::qWaitFor([&] { return server.requests().size() == 1; }));
        call.cancel();
        QTest::qWait(1200);
        QCOMPARE(server.requests().size(), 1u);
    }

    void dropsTheAnswerOfACallThatWasReplaced() {
        TestServer server;
        int asked = 0;
        server.on("GET /me", [&](const SeenRequest&) {
            return ++asked == 1 ? Answer{.never = true} : Answer{200, kMe};
        });
        Connection connection(server.profile());
        AccountClient accounts(connection);
        int answers = 0;
        auto call = accounts.me();
        call.onDone(this, [&](Result<api::Me>) { ++answers; });
        QVERIFY(QTest::qWaitFor([&] { return asked == 1; }));
        call = accounts.me();
        call.onDone(this, [&](Result<api::Me> me) { answers += me.has_value() ? 10 : 0; });
        QVERIFY(QTest::qWaitFor([&] { return answers != 0; }));
        QCOMPARE(answers, 10);
    }

    void letsACallBeReplacedFromItsOwnAnswer() {
        TestServer server;
        server.on("GET /me", {200, kMe});
        Connection connection(server.profile());
        AccountClient accounts(connection);
        int left = 5;
        Call<api::Me> call;
        std::function<void()> again = [&] {
            call = accounts.me();
            call.onDone(this, [&](Result<api::Me>) {
                if (--left > 0) again();
            });
        };
        again();
        QVERIFY(QTest::qWaitFor([&] { return left == 0; }));
    }

    void forgetsACallWhoseContextIsGone() {
        TestServer server;
        server.on("GET /me", {200, kMe});
        Connection connection(server.profile());
        auto call = AccountClient(connection).me();
        {
            QObject context;
            call.onDone(&context, [](Result<api::Me>) { QFAIL("the context is gone"); });
        }
        QVERIFY(QTest::qWaitFor([&] { return !call.isRunning(); }));
    }

    void encodesPathsAndQueries() {
        TestServer server;
        Connection connection(server.profile());
        answerOf(AccountClient(connection).removeSecret("a/b c"));
        JobListQuery query;
        query.states = {JobState::Queued, JobState::AwaitingApproval};
        query.name = "x&y=+ü";
        answerOf(JobClient(connection).list(query));
        QCOMPARE(server.requests()[0].target, QByteArray("/api/v1/secrets/a%2Fb%20c"));
        QCOMPARE(server.requests()[1].target,
                 QByteArray("/api/v1/jobs?state=queued%2Cawaiting_approval&name=x%26y%3D%2B%C3%BC"));
    }

    void sendsASpecWithItsKey() {
        TestServer server;
        server.on("POST /jobs", {201, R"({"jobs":[{"id":"jaaaaaaaaaaaaa","number":7}],"forecast":{}})"});
        Connection connection(server.profile());
        JobSpec spec;
        spec.command = {"true"};
        const auto submitted = answerOf(JobClient(connection).submit(spec, "key-1"));
        QCOMPARE(submitted.value().jobs.front().number, 7);
        const auto& seen = server.requests().front();
        QCOMPARE(seen.headers.value("idempotency-key"), QByteArray("key-1"));
        QCOMPARE(seen.headers.value("content-type"), QByteArray("application/json"));
        QVERIFY(seen.body.contains(R"("command":["true"])"));
    }

    void writesADownloadAsItComes_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<bool>("chunked");
        QTest::newRow("more than is read ahead") << (9 << 20) << false;
        QTest::newRow("many small chunks") << 100'000 << true;
        QTest::newRow("nothing") << 0 << false;
    }
    void writesADownloadAsItComes() {
        QFETCH(int, size);
        QFETCH(bool, chunked);
        TestServer server;
        const QByteArray content(size, 'x');
        server.on("GET /jobs/jaaaaaaaaaaaaa/artifact", {.body = content, .chunked = chunked});
        Connection connection(server.profile());
        QBuffer target;
        target.open(QIODevice::WriteOnly);
        const auto id = *JobId::parse("jaaaaaaaaaaaaa");
        QVERIFY(answerOf(JobClient(connection).downloadArtifact(id, "model", 0, &target)).has_value());
        QVERIFY(target.data() == content);
    }

    void writesNothingOfAFailedDownload() {
        TestServer server;
        server.on("GET /jobs/jaaaaaaaaaaaaa/artifact", {404, R"({"error":"artifact-not-found"})"});
        Connection connection(server.profile());
        QBuffer target;
        target.open(QIODevice::WriteOnly);
        const auto id = *JobId::parse("jaaaaaaaaaaaaa");
        QVERIFY(answerOf(JobClient(connection).downloadArtifact(id, "model", 0, &target)).error().id ==
                kArtifactNotFound);
        QVERIFY(target.data().isEmpty());
    }
};

int runConnectionTests(int argc, char** argv) {
    ConnectionTest test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace ph::test

#include "connection_test.moc"
