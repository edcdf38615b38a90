#include "client/jobs/task_stream_socket.h"

#include "client/client_errors.h"
#include "client/connection.h"
#include "client/decode.h"
#include "client/web_socket.h"

namespace ph::client {

namespace {

/// QWebSocket cuts messages to its outgoing frame size anyway; smaller ones keep the server's buffers small.
constexpr qsizetype kPiece = 256 * 1024;
constexpr quint64 kMostIncoming = 16 << 20;

}  // namespace

TaskStreamSocket::TaskStreamSocket(Connection& connection, QObject* parent)
    : QObject(parent), m_connection(connection) {
    m_socket.setMaxAllowedIncomingMessageSize(kMostIncoming);
    connect(&m_socket, &QWebSocket::connected, this, [this] {
        if (m_start) m_socket.sendTextMessage(QString::fromUtf8(encodeBody(*m_start)));
        Q_EMIT opened();
    });
    connect(&m_socket, &QWebSocket::textMessageReceived, this, &TaskStreamSocket::receivedText);
    connect(&m_socket, &QWebSocket::binaryMessageReceived, this, &TaskStreamSocket::receivedBinary);
    connect(&m_socket, &QWebSocket::bytesWritten, this, [this](qint64 count) {
        // Those of the handshake are none of the stream's: what is written before it is open would be lost.
        if (m_socket.isValid()) Q_EMIT bytesWritten(count);
    });
    connect(&m_socket, &QWebSocket::disconnected, this, &TaskStreamSocket::disconnected);
}

void TaskStreamSocket::openExec(JobId job, const api::ExecStart& start) {
    m_start = start;
    open({.route = "jobs.exec", .path = {{"id", job.str()}}});
}

void TaskStreamSocket::openPort(JobId job, int port) {
    open({.route = "jobs.port", .path = {{"id", job.str()}, {"port", std::to_string(port)}}});
}

void TaskStreamSocket::openFiles(JobId job, const std::string& path) {
    open({.route = "jobs.files.get", .path = {{"id", job.str()}}, .query = {{"path", path}}});
}

void TaskStreamSocket::openUpload(JobId job, const std::string& path) {
    open({.route = "jobs.files.put", .path = {{"id", job.str()}}, .query = {{"path", path}}});
}

void TaskStreamSocket::open(const Request& request) {
    m_job = request.path.front().second;
    openWebSocket(m_socket, m_connection, request, m_refused);
}

void TaskStreamSocket::write(const QByteArray& input) {
    for (qsizetype at = 0; at < input.size(); at += kPiece) m_socket.sendBinaryMessage(input.mid(at, kPiece));
}

void TaskStreamSocket::finishInput() {
    api::StreamControl message;
    message.end = true;
    control(message);
}

void TaskStreamSocket::resize(int rows, int columns) {
    api::StreamControl message;
    message.resize = {rows, columns};
    control(message);
}

void TaskStreamSocket::signal(int number) {
    api::StreamControl message;
    message.signal = number;
    control(message);
}

void TaskStreamSocket::control(const api::StreamControl& message) {
    m_socket.sendTextMessage(QString::fromUtf8(encodeBody(message)));
}

qint64 TaskStreamSocket::bytesToWrite() const {
    return m_socket.bytesToWrite();
}

void TaskStreamSocket::receivedText(const QString& text) {
    const QByteArray utf8 = text.toUtf8();
    const auto end =
        decodeAnswer<api::StreamEnd>(std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size())));
    if (!end) return fail(end.error());
    if (std::exchange(m_ended, true)) return;
    Q_EMIT ended(*end);
}

void TaskStreamSocket::receivedBinary(const QByteArray& message) {
    if (message.isEmpty()) return;
    constexpr char kErrorOutput = 2;
    if (message.front() == kErrorOutput)
        Q_EMIT errorOutput(message.mid(1));
    else
        Q_EMIT output(message.mid(1));
}

void TaskStreamSocket::disconnected() {
    if (m_ended) return;
    if (m_refused) return fail(*m_refused);
    const Error broken = Error(kNoConnection)
                             .with("host", m_connection.profile().url.authority().toStdString())
                             .with("reason", m_socket.errorString().toStdString());
    // Qt tells of a refused upgrade only the status, in a sentence.
    if (m_socket.errorString().contains(QStringLiteral("409"))) return fail(Error(kJobNotRunning));
    // A failed upgrade tells no reason; a plain request for the job does, and a job that is no longer running is one.
    m_diagnosis =
        m_connection.start({.route = "jobs.get", .path = {{"id", m_job}}, .deadline = std::chrono::seconds(5)});
    connect(m_diagnosis.get(), &Operation::ended, this, [this, broken] { diagnosed(*m_diagnosis->outcome(), broken); });
}

void TaskStreamSocket::diagnosed(const Result<QByteArray>& answer, const Error& broken) {
    if (answer.has_error()) return fail(answer.error());
    const auto detail =
        decodeAnswer<api::JobDetail>(std::string_view(answer->constData(), static_cast<std::size_t>(answer->size())));
    if (!detail || detail->job.state == JobState::Running) return fail(broken);
    fail(Error(kJobNotRunning));
}

void TaskStreamSocket::fail(const Error& error) {
    if (std::exchange(m_ended, true)) return;
    m_socket.abort();
    Q_EMIT failed(error);
}

}  // namespace ph::client
