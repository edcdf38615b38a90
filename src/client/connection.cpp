#include "client/connection.h"

#include "api/routes.h"
#include "api/version.h"
#include "client/client_errors.h"
#include "client/http_operation.h"
#include "client/probe_operation.h"

#include <QIODevice>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>

namespace ph::client {

namespace {

/// An outcome that is known at once still comes from the event loop.
class KnownOperation final : public Operation {
public:
    explicit KnownOperation(Error error) { end(std::move(error)); }

private:
    void abort() override {}
};

QByteArray methodOf(const Request& request) {
    const auto method = api::methodName(api::route(request.route).method);
    return {method.data(), static_cast<qsizetype>(method.size())};
}

/// Whether it comes to the same however often it is done.
bool mayBeRepeated(const Request& request) {
    const auto method = api::route(request.route).method;
    return !request.idempotencyKey.isEmpty() || (method != api::Method::Post && method != api::Method::Patch);
}

Result<QByteArray> text(std::string_view body) {
    return QByteArray(body.data(), static_cast<qsizetype>(body.size()));
}

}  // namespace

Connection::Connection(ServerProfile profile, QObject* parent)
    : QObject(parent), m_profile(std::move(profile)), m_network(new QNetworkAccessManager(this)) {
    m_network->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

void Connection::report(LinkState state) {
    // The event stream alone knows when it tries next; a request that failed meanwhile adds nothing.
    if (state.link == Link::Offline && m_state.link == Link::Reconnecting) return;
    const bool same = state.link == m_state.link && state.nextTry == m_state.nextTry;
    m_state = std::move(state);
    if (!same) Q_EMIT stateChanged(m_state);
}

QNetworkRequest Connection::prepared(const Request& request) const {
    QNetworkRequest prepared(urlOf(m_profile.url, request));
    prepared.setSslConfiguration(pinnedConfiguration());
    prepared.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    prepared.setRawHeader("User-Agent", QByteArray("pilothouse/") + api::kProgramVersion.data());
    if (!m_profile.token.isEmpty()) prepared.setRawHeader("Authorization", "Bearer " + m_profile.token);
    if (!request.idempotencyKey.isEmpty()) prepared.setRawHeader("Idempotency-Key", request.idempotencyKey);
    if (api::route(request.route).request == api::Body::Bytes)
        prepared.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/octet-stream"));
    else if (!request.body.isEmpty())
        prepared.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    return prepared;
}

OperationPtr Connection::start(const Request& request) {
    if (m_profile.fingerprint.isEmpty()) return OperationPtr(new KnownOperation(Error(kNotPinned)));
    const auto send = [this, again = prepared(request), method = methodOf(request), body = request.body] {
        return m_network->sendCustomRequest(again, method, body);
    };
    auto* operation = new HttpOperation(*this, send(), request.deadline, false, nullptr);
    if (mayBeRepeated(request)) operation->allowAgain(send);
    return OperationPtr(operation);
}

OperationPtr Connection::startUpload(const Request& request, QIODevice* source) {
    if (m_profile.fingerprint.isEmpty()) return OperationPtr(new KnownOperation(Error(kNotPinned)));
    QNetworkRequest upload = prepared(request);
    upload.setHeader(QNetworkRequest::ContentLengthHeader, source->size());
    // Otherwise the manager reads the whole file before it sends the first byte.
    upload.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    return OperationPtr(new HttpOperation(*this, m_network->put(upload, source), request.deadline, true, nullptr));
}

OperationPtr Connection::startDownload(const Request& request, QIODevice* target) {
    if (m_profile.fingerprint.isEmpty()) return OperationPtr(new KnownOperation(Error(kNotPinned)));
    return OperationPtr(new HttpOperation(*this, m_network->get(prepared(request)), request.deadline, true, target));
}

Call<QByteArray> Connection::probe() {
    constexpr int kDefaultPort = 7443;
    auto* operation = new ProbeOperation(m_profile.url.host(), static_cast<quint16>(m_profile.url.port(kDefaultPort)));
    return Call<QByteArray>(OperationPtr(operation), &text);
}

}  // namespace ph::client
