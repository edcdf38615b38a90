#include "client/http_response_reader.h"

#include "client/tests.h"

#include <QTest>

namespace ph::test {

using client::HttpResponseReader;

class HttpResponseReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsResponsesCutAtEveryByte_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::newRow("length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
                                << QByteArray("hello") << 200;
        QTest::newRow("chunks") << QByteArray(
                                       "HTTP/1.1 200 OK\r\nTransfer-Encoding: "
                                       "chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: 1\r\n\r\n")
                                << QByteArray("hello") << 200;
        QTest::newRow("line ends in chunks")
            << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n")
            << QByteArray("\r\n\r\n") << 200;
        QTest::newRow("nothing") << QByteArray("HTTP/1.1 204 No Content\r\n\r\n") << QByteArray() << 204;
        QTest::newRow("length zero") << QByteArray("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                                     << QByteArray() << 404;
        QTest::newRow("interim") << QByteArray(
                                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
                                 << QByteArray("x") << 200;
    }
    void readsResponsesCutAtEveryByte() {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        const std::string text = input.toStdString();
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            HttpResponseReader reader;
            QByteArray got;
            reader.feed(std::string_view(text).substr(0, cut), got);
            reader.feed(std::string_view(text).substr(cut), got);
            QCOMPARE(reader.state(), HttpResponseReader::State::Complete);
            QCOMPARE(got, body);
            QCOMPARE(reader.status(), status);
        }
    }

    void readsFieldsWhateverTheirCase() {
        HttpResponseReader reader;
        QByteArray body;
        reader.feed("HTTP/1.1 200 OK\r\nPh-Log-OFFSET:  42 \r\nContent-Length: 1\r\n\r\n", body);
        QCOMPARE(reader.field("ph-log-offset"), std::string("42"));
        QCOMPARE(reader.field("absent"), std::string());
    }

    void completesABodyWithoutLengthByTheClose() {
        HttpResponseReader reader;
        QByteArray body;
        reader.feed("HTTP/1.1 200 OK\r\n\r\nabc", body);
        QCOMPARE(reader.state(), HttpResponseReader::State::Body);
        reader.close();
        QCOMPARE(reader.state(), HttpResponseReader::State::Complete);
        QCOMPARE(body, QByteArray("abc"));
    }

    void breaksWhenItIsCut_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("header") << QByteArray("HTTP/1.1 200 OK\r\nConten");
        QTest::newRow("length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel");
        QTest::newRow("between chunks") << QByteArray(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n");
    }
    void breaksWhenItIsCut() {
        QFETCH(QByteArray, input);
        HttpResponseReader reader;
        QByteArray body;
        reader.feed(input.toStdString(), body);
        reader.close();
        QCOMPARE(reader.state(), HttpResponseReader::State::Broken);
    }

    void breaksOnWhatIsNoHttp_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::newRow("another protocol") << QByteArray("SSH-2.0-OpenSSH\r\n");
        QTest::newRow("status") << QByteArray("HTTP/1.1 abc\r\n");
        QTest::newRow("no colon") << QByteArray("HTTP/1.1 200 OK\r\nnonsense\r\n");
        QTest::newRow("chunk size") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n");
        QTest::newRow("huge chunk") << QByteArray(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n");
        QTest::newRow("chunk end") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n");
        QTest::newRow("length") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n");
        QTest::newRow("endless header") << "HTTP/1.1 200 OK\r\nA: " + QByteArray(70'000, 'a');
        QTest::newRow("endless chunk line")
            << "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + QByteArray(2'000, 'a');
    }
    void breaksOnWhatIsNoHttp() {
        QFETCH(QByteArray, input);
        HttpResponseReader reader;
        QByteArray body;
        reader.feed(input.toStdString(), body);
        QCOMPARE(reader.state(), HttpResponseReader::State::Broken);
    }
};

int runHttpResponseReaderTests(int argc, char** argv) {
    HttpResponseReaderTest test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace ph::test

#include "http_response_reader_test.moc"
