#include "client/client_errors.h"
#include "client/events/event_stream.h"
#include "client/jobs/log_stream.h"
#include "client/jobs/task_stream_socket.h"
#include "client/test_server.h"
#include "client/tests.h"
#include "domain/accounts/account.h"
#include "domain/jobs/job.h"

#include <QTest>

namespace ph::test {

using namespace client;

namespace {

const JobId kJob = *JobId::parse("jaaaaaaaaaaaaa");
const QByteArray kLogRoute = "GET /jobs/jaaaaaaaaaaaaa/log";

std::int64_t queryNumber(const SeenRequest& request, const QByteArray& name) {
    const auto at = request.target.indexOf(name + '=');
    return at < 0 ? 0 : request.target.mid(at + name.size() + 1).split('&').front().toLongLong();
}

/// What a log stream told, in order.
struct Told {
    explicit Told(LogStream& stream) {
        QObject::connect(&stream, &LogStream::bytes, &context, [this](const QByteArray& piece, qint64 offset) {
            if (text.isEmpty()) first = offset;
            gap = gap || offset != first + text.size();
            text += piece;
        });
        QObject::connect(&stream, &LogStream::finished, &context, [this] { finished = true; });
        QObject::connect(&stream, &LogStream::failed, &context, [this](const Error& error) { failed = error; });
        QObject::connect(&stream, &LogStream::sizeKnown, &context, [this](qint64 known) { size = known; });
    }
    bool over() const { return finished || failed.has_value(); }

    QByteArray text;
    qint64 first = -1;
    qint64 size = -1;
    bool gap = false;
    bool finished = false;
    std::optional<Error> failed;
    QObject context;
};

}  // namespace

class StreamTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsALogByteForByte_data() {
        QTest::addColumn<bool>("chunked");
        QTest::newRow("length") << false;
        QTest::newRow("chunks") << true;
    }
    void readsALogByteForByte() {
        QFETCH(bool, chunked);
        const QByteArray log = QByteArray("a\0b\r\xff\xfe<b>%s\n", 13).repeated(40'000);
        TestServer server;
        server.on(kLogRoute,
                  {.body = log, .headers = "Ph-Log-Offset: 0\r\nPh-Log-Size: 520000\r\n", .chunked = chunked});
        Connection connection(server.profile());
        LogStream stream(connection, {.job = kJob});
        Told told(stream);
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return told.over(); }, 20'000));
        QVERIFY(told.finished);
        QVERIFY(told.text == log);
        QVERIFY(!told.gap);
        QCOMPARE(told.size, 520000);
    }

    void goesOnAtItsOffsetAfterALostConnection() {
        const QByteArray log = QByteArray("0123456789").repeated(100);
        TestServer server;
        int tries = 0;
        server.on(kLogRoute, [&](const SeenRequest& request) {
            const auto offset = queryNumber(request, "offset");
            Answer answer{.body = log.mid(offset),
                          .headers = "Ph-Log-Offset: " + QByteArray::number(offset) + "\r\n",
                          .chunked = true};
            if (++tries < 3) answer.cutAfter = 333;
            return answer;
        });
        Connection connection(server.profile());
        LogStream stream(connection, {.job = kJob, .attempt = 2, .follow = true});
        Told told(stream);
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return told.over(); }, 20'000));
        QVERIFY(told.finished);
        QCOMPARE(told.text, log);
        QVERIFY(!told.gap);
        QVERIFY(server.requests()[1].target.contains("offset=333"));
        QVERIFY(server.requests()[1].target.contains("attempt=2"));
        QVERIFY(server.requests()[1].target.contains("follow=true"));
    }

    void asksOnlyForWhatIsLeftOfARange() {
        TestServer server;
        int tries = 0;
        server.on(kLogRoute, [&](const SeenRequest&) {
            return ++tries == 1 ? Answer{.body = "abcdefgh", .headers = "Ph-Log-Offset: 100\r\n", .cutAfter = 3}
                                : Answer{.body = "defgh", .headers = "Ph-Log-Offset: 103\r\n"};
        });
        Connection connection(server.profile());
        LogStream stream(connection, {.job = kJob, .offset = -8, .length = 8});
        Told told(stream);
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return told.over(); }, 20'000));
        QCOMPARE(told.text, QByteArray("abcdefgh"));
        QCOMPARE(told.first, 100);
        QCOMPARE(queryNumber(server.requests()[0], "offset"), -8);
        QCOMPARE(queryNumber(server.requests()[1], "offset"), 103);
        QCOMPARE(queryNumber(server.requests()[1], "length"), 5);
    }

    void failsAtOnceWhereTryingAgainCannotHelp() {
        TestServer server, other;
        server.on(kLogRoute, {404, R"({"error":"job-not-found"})"});
        Connection connection(server.profile());
        LogStream stream(connection, {.job = kJob, .follow = true});
        Told told(stream);
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return told.over(); }));
        QVERIFY(told.failed->id == kJobNotFound);

        auto profile = other.profile();
        profile.fingerprint = server.fingerprint();
        Connection wrong(profile);
        LogStream unsent(wrong, {.job = kJob, .follow = true});
        Told toldOther(unsent);
        unsent.start();
        QVERIFY(QTest::qWaitFor([&] { return toldOther.over(); }));
        QVERIFY(toldOther.failed->id == kCertificateChanged);
        QVERIFY(other.requests().empty());
    }

    void waitsForAServerThatIsDownForAMoment() {
        TestServer server;
        int tries = 0;
        server.on(kLogRoute, [&](const SeenRequest&) {
            return ++tries == 1 ? Answer{503, R"({"error":"unavailable"})"} : Answer{.body = "log"};
        });
        Connection connection(server.profile());
        LogStream stream(connection, {.job = kJob});
        Told told(stream);
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return told.over(); }, 20'000));
        QCOMPARE(told.text, QByteArray("log"));
    }

    void readsNothingWhileItIsPaused() {
        const QByteArray log(4 << 20, 'x');
        TestServer server;
        server.on(kLogRoute, {.body = log});
        Connection connection(server.profile());
        LogStream stream(connection, {.job = kJob});
        Told told(stream);
        QObject::connect(&stream, &LogStream::bytes, &told.context, [&] { stream.setPaused(true); });
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return !told.text.isEmpty(); }));
        const qsizetype before = told.text.size();
        QCoreApplication::processEvents();
        QCOMPARE(told.text.size(), before);
        while (!told.over()) {
            stream.setPaused(false);
            QTest::qWait(1);
        }
        QVERIFY(told.text == log);
    }

    void mayBeDeletedFromItsOwnSignals() {
        TestServer server;
        server.on(kLogRoute, {.body = "some bytes"});
        Connection connection(server.profile());
        auto stream = std::make_unique<LogStream>(connection, LogRequest{.job = kJob});
        QObject::connect(stream.get(), &LogStream::bytes, this, [&] { stream.reset(); });
        stream->start();
        QVERIFY(QTest::qWaitFor([&] { return !stream; }));
    }

    void tellsEventsAndResumesFromItsPosition() {
        TestServer server;
        std::vector<QByteArray> froms;
        server.on("GET /me", {200, R"({"user":{}})"});
        server.onSocket("/events", [&](QWebSocket* socket, const SeenRequest& request) {
            froms.push_back(request.target.mid(request.target.indexOf("from=") + 5));
            const int n = static_cast<int>(froms.size());
            socket->sendTextMessage(
                QStringLiteral(
                    R"({"from":"1.%1","to":"1.%2","resync":false,"new_field":1,"events":[{"seq":%2,"kind":"job_changed","object":"j","row":{}}]})")
                    .arg(n)
                    .arg(n + 1));
            if (n == 1) socket->close();
        });
        Connection connection(server.profile());
        EventStream stream(connection);
        std::vector<std::int64_t> seen;
        std::vector<Link> links;
        QObject::connect(&stream, &EventStream::frame, this,
                         [&](const api::EventFrame& frame) { seen.push_back(frame.events.front().seq); });
        QObject::connect(&connection, &Connection::stateChanged, this,
                         [&](const LinkState& state) { links.push_back(state.link); });
        stream.start("1.1");
        QVERIFY(QTest::qWaitFor([&] { return seen.size() == 2; }, 20'000));
        QCOMPARE(seen, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(froms, (std::vector<QByteArray>{"1.1", "1.2"}));
        QCOMPARE(stream.position(), std::string("1.3"));
        QCOMPARE(links, (std::vector<Link>{Link::Connected, Link::Reconnecting, Link::Connected}));
    }

    void stopsWhenItsTokenIsRefused() {
        TestServer server;
        server.on("GET /me", {401, R"({"error":"unauthenticated"})"});
        Connection connection(server.profile());
        EventStream stream(connection);
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return connection.state().link == Link::Unauthorised; }));
        QVERIFY(connection.state().cause->id == kUnauthenticated);
    }

    void saysWhenItTriesAgain() {
        QUrl url;
        {
            TestServer gone;
            url = gone.url();
        }
        Connection connection({url, "sha256:00", "token"});
        EventStream stream(connection);
        stream.start();
        QVERIFY(QTest::qWaitFor([&] { return connection.state().link == Link::Reconnecting; }));
        QVERIFY(connection.state().nextTry.isValid());
        QVERIFY(connection.state().cause->id == kNoConnection);
        connection.report({Link::Offline, {}, Error(kNoConnection)});
        QCOMPARE(connection.state().link, Link::Reconnecting);
    }

    void runsACommandWithInputAndOutput() {
        TestServer server;
        QStringList texts;
        QByteArray input;
        server.onSocket("/jobs/jaaaaaaaaaaaaa/exec", [&](QWebSocket* socket, const SeenRequest& request) {
            QCOMPARE(request.headers.value("authorization"), QByteArray("Bearer secret-token"));
            QObject::connect(socket, &QWebSocket::binaryMessageReceived, socket,
                             [&](const QByteArray& bytes) { input += bytes; });
            QObject::connect(socket, &QWebSocket::textMessageReceived, socket, [&, socket](const QString& text) {
                texts << text;
                if (texts.size() < 4) return;
                socket->sendBinaryMessage(QByteArray("\1out"));
                socket->sendBinaryMessage(QByteArray("\2err"));
                socket->sendTextMessage(QStringLiteral(R"({"exit_code":3,"failure":""})"));
                socket->close();
            });
        });
        Connection connection(server.profile());
        TaskStreamSocket socket(connection);
        QByteArray out, err;
        std::optional<api::StreamEnd> end;
        int failures = 0;
        bool isOpen = false, early = false;
        QObject::connect(&socket, &TaskStreamSocket::bytesWritten, this, [&] { early = early || !isOpen; });
        QObject::connect(&socket, &TaskStreamSocket::output, this, [&](const QByteArray& bytes) { out += bytes; });
        QObject::connect(&socket, &TaskStreamSocket::errorOutput, this, [&](const QByteArray& bytes) { err += bytes; });
        QObject::connect(&socket, &TaskStreamSocket::ended, this, [&](const api::StreamEnd& e) { end = e; });
        QObject::connect(&socket, &TaskStreamSocket::failed, this, [&] { ++failures; });
        QObject::connect(&socket, &TaskStreamSocket::opened, this, [&] {
            isOpen = true;
            socket.write(QByteArray(600'000, 'i'));
            socket.resize(50, 120);
            socket.signal(2);
            socket.finishInput();
        });
        api::ExecStart start;
        start.command = {"cat"};
        start.terminal = true;
        socket.openExec(kJob, start);
        QVERIFY(QTest::qWaitFor([&] { return end.has_value(); }, 10'000));
        QCOMPARE(end->exitCode, 3);
        QCOMPARE(out, QByteArray("out"));
        QCOMPARE(err, QByteArray("err"));
        QCOMPARE(input.size(), 600'000);
        QVERIFY(texts[0].contains(QStringLiteral(R"("command":["cat"])")));
        QVERIFY(texts[1].contains(QStringLiteral(R"("resize":[50,120])")));
        QVERIFY(texts[2].contains(QStringLiteral(R"("signal":2)")));
        QVERIFY(texts[3].contains(QStringLiteral(R"("end":true)")));
        QTest::qWait(20);
        QCOMPARE(failures, 0);
        QVERIFY(!early);
    }

    void saysWhyAStreamWasRefused_data() {
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<QString>("error");
        QTest::newRow("no such job") << QByteArray() << QStringLiteral("job-not-found");
        QTest::newRow("not running") << QByteArray(R"({"job":{"state":"succeeded"}})")
                                     << QStringLiteral("job-not-running");
        QTest::newRow("running") << QByteArray(R"({"job":{"state":"running"}})") << QStringLiteral("no-connection");
    }
    void saysWhyAStreamWasRefused() {
        QFETCH(QByteArray, job);
        QFETCH(QString, error);
        TestServer server;
        server.on("GET /jobs/jaaaaaaaaaaaaa",
                  job.isEmpty() ? Answer{404, R"({"error":"job-not-found"})"} : Answer{200, job});
        Connection connection(server.profile());
        TaskStreamSocket socket(connection);
        std::optional<Error> failed;
        QObject::connect(&socket, &TaskStreamSocket::failed, this, [&](const Error& e) { failed = e; });
        socket.openPort(kJob, 8080);
        QVERIFY(QTest::qWaitFor([&] { return failed.has_value(); }));
        QCOMPARE(QString::fromUtf8(failed->id.name.data(), static_cast<qsizetype>(failed->id.name.size())), error);
        QCOMPARE(server.requests().front().target, QByteArray("/api/v1/jobs/jaaaaaaaaaaaaa/ports/8080"));
    }

    void sendsNoTokenOfAStreamToAnotherServer() {
        TestServer server, other;
        server.onSocket("/jobs", [](QWebSocket*, const SeenRequest&) { QFAIL("nothing may arrive"); });
        auto profile = server.profile();
        profile.fingerprint = other.fingerprint();
        Connection connection(profile);
        TaskStreamSocket socket(connection);
        std::optional<Error> failed;
        QObject::connect(&socket, &TaskStreamSocket::failed, this, [&](const Error& e) { failed = e; });
        socket.openFiles(kJob, "x");
        QVERIFY(QTest::qWaitFor([&] { return failed.has_value(); }));
        QVERIFY(failed->id == kCertificateChanged);
        QVERIFY(server.requests().empty());
    }

    void waitsLongerAfterEachTry() {
        BackOff backOff(1);
        for (const int full : {500, 1000, 2000, 4000, 8000, 16'000, 30'000, 30'000}) {
            const auto wait = backOff.next().count();
            QVERIFY2(wait >= full / 2 && wait <= full, qPrintable(QString::number(wait)));
        }
        QCOMPARE(backOff.tries(), 8);
        backOff.reset();
        QVERIFY(backOff.next().count() <= 500);
    }
};

int runStreamTests(int argc, char** argv) {
    StreamTest test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace ph::test

#include "stream_test.moc"
