#include "client/events/event_stream.h"

#include "client/client_errors.h"
#include "client/connection.h"
#include "client/decode.h"
#include "client/web_socket.h"
#include "domain/accounts/account.h"

namespace ph::client {

EventStream::EventStream(Connection& connection, QObject* parent) : QObject(parent), m_connection(connection) {
    constexpr std::chrono::seconds kSilence(40);
    m_retry.setSingleShot(true);
    m_silence.setSingleShot(true);
    m_silence.setInterval(kSilence);
    connect(&m_retry, &QTimer::timeout, this, &EventStream::open);
    connect(&m_silence, &QTimer::timeout, this, [this] { lost(Error(ph::kDeadline)); });
}

EventStream::~EventStream() {
    stop();
}

void EventStream::start(const std::string& position) {
    stop();
    m_position = position;
    m_running = true;
    m_backOff.reset();
    open();
}

void EventStream::stop() {
    m_running = false;
    m_retry.stop();
    m_silence.stop();
    m_diagnosis.reset();
    drop();
}

void EventStream::retryNow() {
    if (m_retry.isActive()) open();
}

void EventStream::drop() {
    if (!m_socket) return;
    // Often called from the socket's own signal, so it goes later.
    m_socket->disconnect(this);
    m_socket->abort();
    m_socket.release()->deleteLater();
}

void EventStream::open() {
    m_retry.stop();
    m_refused.reset();
    drop();
    m_socket = std::make_unique<QWebSocket>();
    connect(m_socket.get(), &QWebSocket::textMessageReceived, this, &EventStream::received);
    connect(m_socket.get(), &QWebSocket::disconnected, this, [this] {
        lost(Error(kNoConnection)
                 .with("host", m_connection.profile().url.authority().toStdString())
                 .with("reason", m_socket->errorString().toStdString()));
    });
    m_silence.start();
    openWebSocket(*m_socket, m_connection, {.route = "events.stream", .query = {{"from", m_position}}}, m_refused);
}

void EventStream::received(const QString& text) {
    const QByteArray utf8 = text.toUtf8();
    auto frame =
        decodeAnswer<api::EventFrame>(std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size())));
    if (!frame) return lost(frame.error());
    m_silence.start();
    m_backOff.reset();
    m_position = frame->to;
    m_connection.report({Link::Connected, {}, {}});
    Q_EMIT this->frame(*frame);
}

void EventStream::lost(Error cause) {
    m_silence.stop();
    drop();
    if (!m_running) return;
    if (m_refused) cause = *m_refused;
    // A failed upgrade tells no reason; a plain request does.
    m_diagnosis = m_connection.start({.route = "me.get", .deadline = std::chrono::seconds(5)});
    connect(m_diagnosis.get(), &Operation::ended, this,
            [this, cause = std::move(cause)] { diagnosed(*m_diagnosis->outcome(), cause); });
}

void EventStream::diagnosed(const Result<QByteArray>& answer, const Error& cause) {
    const bool refused = answer.has_error() && (answer.error().id.kind == ErrorKind::Unauthenticated);
    if (refused) {
        m_running = false;
        m_connection.report({Link::Unauthorised, {}, answer.error()});
        return;
    }
    const auto wait = m_backOff.next();
    m_retry.start(wait);
    m_connection.report({Link::Reconnecting, QDateTime::currentDateTimeUtc().addMSecs(wait.count()),
                         answer.has_error() ? answer.error() : cause});
}

}  // namespace ph::client
