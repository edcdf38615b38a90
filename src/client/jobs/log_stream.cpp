#include "client/jobs/log_stream.h"

#include "client/client_errors.h"
#include "client/connection.h"
#include "client/events/back_off.h"
#include "client/http_response_reader.h"
#include "client/problem_error.h"

#include <QPointer>
#include <QSslSocket>
#include <QTimer>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace ph::client {

namespace {

constexpr qsizetype kPiece = 1 << 20;

/// A log may be silent for days: the kernel notices a peer that is gone within a minute.
void watchPeer(qintptr descriptor) {
    const auto set = [&](int level, int option, int value) {
        ::setsockopt(static_cast<int>(descriptor), level, option, &value, sizeof value);
    };
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 30);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 10);
    set(IPPROTO_TCP, TCP_KEEPCNT, 3);
}

}  // namespace

/// Reads HTTP itself over one TLS socket: QNetworkAccessManager costs about half of the throughput.
class LogStream::Implementation : public QObject {
public:
    Implementation(LogStream& stream, Connection& connection, const LogRequest& request)
        : m_stream(stream),
          m_connection(connection),
          m_request(request),
          m_next(request.offset),
          m_left(request.length) {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, [this] { m_answered || !m_socket ? open() : lost("timeout"); });
    }
    ~Implementation() override { drop(); }

    void open();
    void setPaused(bool paused) {
        m_paused = paused;
        if (!paused && m_socket)
            QMetaObject::invokeMethod(
                this, [this] { read(); }, Qt::QueuedConnection);
    }

private:
    void checkCertificate();
    void send();
    void read();
    void begin();
    void take(const QByteArray& piece);
    void closed();
    void lost(const std::string& reason);
    void fail(const Error& error);
    void drop();

    LogStream& m_stream;
    Connection& m_connection;
    LogRequest m_request;
    std::int64_t m_next;
    std::int64_t m_left;
    std::unique_ptr<QSslSocket> m_socket;
    HttpResponseReader m_reader;
    QByteArray m_buffer{kPiece, Qt::Uninitialized};
    QByteArray m_problem;
    BackOff m_backOff;
    QTimer m_timer;  ///< the deadline of a connection until it answers, and the pause before the next
    std::optional<Error> m_refused;
    bool m_answered = false;
    bool m_paused = false;
};

void LogStream::Implementation::open() {
    constexpr std::chrono::seconds kAnswer(20);
    constexpr int kDefaultPort = 7443;
    drop();
    m_reader = {};
    m_problem.clear();
    m_answered = false;
    m_refused.reset();
    m_socket = std::make_unique<QSslSocket>();
    m_socket->setSslConfiguration(pinnedConfiguration());
    m_socket->setReadBufferSize(kPiece);
    connect(m_socket.get(), &QSslSocket::sslErrors, this, [this] {
        checkCertificate();
        if (!m_refused) m_socket->ignoreSslErrors();
    });
    connect(m_socket.get(), &QSslSocket::encrypted, this, &Implementation::send);
    connect(m_socket.get(), &QSslSocket::readyRead, this, &Implementation::read);
    connect(m_socket.get(), &QSslSocket::errorOccurred, this, &Implementation::closed);
    m_timer.start(kAnswer);
    const QUrl& url = m_connection.profile().url;
    m_socket->connectToHostEncrypted(url.host(), static_cast<quint16>(url.port(kDefaultPort)));
}

void LogStream::Implementation::checkCertificate() {
    const auto& pinned = m_connection.profile().fingerprint;
    if (fingerprintOf(m_socket->peerCertificate()) != pinned)
        m_refused = certificateChanged(pinned, m_socket->peerCertificate());
}

void LogStream::Implementation::send() {
    checkCertificate();
    if (m_refused) return fail(*m_refused);
    watchPeer(m_socket->socketDescriptor());
    const auto number = [](std::int64_t value) { return value == 0 ? std::string() : std::to_string(value); };
    const QUrl url = urlOf(m_connection.profile().url, {.route = "jobs.log",
                                                        .path = {{"id", m_request.job.str()}},
                                                        .query = {{"attempt", number(m_request.attempt)},
                                                                  {"offset", number(m_next)},
                                                                  {"length", number(m_left)},
                                                                  {"follow", m_request.follow ? "true" : ""}}});
    m_socket->write("GET " + url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority) +
                    " HTTP/1.1\r\nHost: " + url.authority().toLatin1() + "\r\nAuthorization: Bearer " +
                    m_connection.profile().token + "\r\nConnection: close\r\n\r\n");
}

void LogStream::Implementation::read() {
    const QPointer<Implementation> alive(this);
    while (!m_paused && m_socket) {
        const qint64 count = m_socket->read(m_buffer.data(), m_buffer.size());
        if (count <= 0) break;
        QByteArray body;
        body.reserve(count);
        m_reader.feed(std::string_view(m_buffer.constData(), static_cast<std::size_t>(count)), body);
        const auto state = m_reader.state();
        if (state == HttpResponseReader::State::Broken) return lost("not HTTP");
        if (state == HttpResponseReader::State::Header) continue;
        if (!m_answered) begin();
        if (!alive) return;
        take(body);
        if (!alive) return;
        if (state == HttpResponseReader::State::Complete) return closed();
    }
    // What came before a close is read first.
    if (!m_paused && m_socket && m_socket->state() == QAbstractSocket::UnconnectedState) closed();
}

void LogStream::Implementation::begin() {
    m_answered = true;
    m_timer.stop();
    if (m_reader.status() >= 300) return;
    m_backOff.reset();
    m_connection.report({Link::Connected, {}, {}});
    const auto number = [](const std::string& text) { return QByteArray::fromStdString(text).toLongLong(); };
    if (const auto offset = m_reader.field("ph-log-offset"); !offset.empty()) m_next = number(offset);
    if (const auto size = m_reader.field("ph-log-size"); !size.empty()) Q_EMIT m_stream.sizeKnown(number(size));
}

void LogStream::Implementation::take(const QByteArray& piece) {
    if (piece.isEmpty()) return;
    if (m_reader.status() >= 300) {
        constexpr qsizetype kMostProblem = 1 << 20;
        if (m_problem.size() < kMostProblem) m_problem += piece;
        return;
    }
    const qint64 offset = m_next;
    m_next += piece.size();
    if (m_left != 0) m_left = std::max<std::int64_t>(m_left - piece.size(), 0);
    Q_EMIT m_stream.bytes(piece, offset);
}

void LogStream::Implementation::closed() {
    if (!m_socket) return;
    if (m_refused) return fail(*m_refused);
    if (m_socket->bytesAvailable() > 0 && m_reader.state() != HttpResponseReader::State::Complete)
        return m_paused ? void() : read();
    const std::string reason = m_socket->errorString().toStdString();
    m_reader.close();
    if (m_reader.state() != HttpResponseReader::State::Complete) return lost(reason);
    if (m_reader.status() < 300) {
        drop();
        Q_EMIT m_stream.finished();
        return;
    }
    const Error error = errorOf(m_reader.status(), m_problem);
    if (error.retryable()) return lost(std::string(error.id.name));
    fail(error);
}

void LogStream::Implementation::lost(const std::string& reason) {
    constexpr int kTries = 5;
    drop();
    const Error error =
        Error(kNoConnection).with("host", m_connection.profile().url.authority().toStdString()).with("reason", reason);
    const bool all = m_request.length != 0 && m_left == 0;
    if (all) {
        Q_EMIT m_stream.finished();
        return;
    }
    if (!m_request.follow && m_backOff.tries() >= kTries) return fail(error);
    const auto wait = m_backOff.next();
    m_connection.report({Link::Reconnecting, QDateTime::currentDateTimeUtc().addMSecs(wait.count()), error});
    m_timer.start(wait);
}

void LogStream::Implementation::fail(const Error& error) {
    drop();
    Q_EMIT m_stream.failed(error);
}

void LogStream::Implementation::drop() {
    m_timer.stop();
    if (!m_socket) return;
    m_socket->disconnect(this);
    m_socket->abort();
    m_socket.release()->deleteLater();
}

LogStream::LogStream(Connection& connection, LogRequest request, QObject* parent)
    : QObject(parent), m_implementation(std::make_unique<Implementation>(*this, connection, request)) {}

LogStream::~LogStream() = default;

void LogStream::start() {
    m_implementation->open();
}

void LogStream::setPaused(bool paused) {
    m_implementation->setPaused(paused);
}

}  // namespace ph::client
