#include "client/http_operation.h"

#include "client/client_errors.h"
#include "client/connection.h"
#include "client/problem_error.h"
#include "domain/accounts/account.h"

#include <QIODevice>
#include <QNetworkReply>

namespace ph::client {

HttpOperation::HttpOperation(Connection& connection, QNetworkReply* reply, std::chrono::milliseconds deadline,
                             bool moving, QIODevice* target)
    : m_connection(connection), m_reply(nullptr), m_target(target), m_moving(moving || target) {
    listen(reply);
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { giveUp(Error(kDeadline)); });
    m_deadline.start(deadline);
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, [this] { listen(m_again()); });
}

HttpOperation::~HttpOperation() = default;

void HttpOperation::listen(QNetworkReply* reply) {
    constexpr qint64 kReadAhead = 4 << 20;
    if (m_reply) m_reply->deleteLater();
    m_reply = reply;
    reply->setParent(this);
    if (m_target) reply->setReadBufferSize(kReadAhead);
    connect(reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError>&) {
        check(m_reply->sslConfiguration().peerCertificate());
        if (!m_refused) m_reply->ignoreSslErrors();
    });
    connect(reply, &QNetworkReply::encrypted, this, [this] { check(m_reply->sslConfiguration().peerCertificate()); });
    connect(reply, &QNetworkReply::readyRead, this, &HttpOperation::receive);
    // Of an upload's short answer nobody wants to know the progress.
    connect(reply, m_target ? &QNetworkReply::downloadProgress : &QNetworkReply::uploadProgress, this,
            &HttpOperation::moved);
    connect(reply, &QNetworkReply::finished, this, &HttpOperation::replied);
}

void HttpOperation::abort() {
    m_deadline.stop();
    m_pause.stop();
    m_reply->abort();
}

bool HttpOperation::comeBackLater(int status) {
    constexpr int kMostTries = 4;
    constexpr int kTooManyRequestsStatus = 429;
    const auto wait = std::chrono::seconds(m_reply->rawHeader("Retry-After").toInt());
    if (status != kTooManyRequestsStatus || !m_again || wait.count() <= 0) return false;
    if (++m_tries >= kMostTries || wait >= m_deadline.remainingTimeAsDuration()) return false;
    m_pause.start(wait);
    return true;
}

void HttpOperation::check(const QSslCertificate& shown) {
    if (fingerprintOf(shown) == m_connection.profile().fingerprint) return;
    m_refused = certificateChanged(m_connection.profile().fingerprint, shown);
    m_reply->abort();
}

void HttpOperation::receive() {
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (!m_target || status >= 400) return;
    const QByteArray piece = m_reply->readAll();
    if (m_target->write(piece) == piece.size()) return;
    giveUp(Error(kLocalFile).with("path", "").with("reason", m_target->errorString().toStdString()));
}

void HttpOperation::moved(qint64 done, qint64 total) {
    if (!m_moving || done == 0) return;
    m_deadline.start();
    Q_EMIT progress(done, total);
}

void HttpOperation::replied() {
    if (outcome()) return;
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (!m_refused && comeBackLater(status)) return;
    m_deadline.stop();
    if (m_refused) {
        m_connection.report({Link::Offline, {}, *m_refused});
        return end(std::move(*m_refused));
    }
    // A body that breaks off keeps the status of its header: only an HTTP-level error makes the answer a whole one.
    const auto error = m_reply->error();
    const bool broken = error != QNetworkReply::NoError && (error < 200 || status < 400);
    if (status == 0 || broken) {
        Error lost = networkError();
        m_connection.report({Link::Offline, {}, lost});
        return end(std::move(lost));
    }
    if (status >= 400) {
        Error refused = errorOf(status, m_reply->readAll());
        m_connection.report(refused.id == kUnauthenticated ? LinkState{Link::Unauthorised, {}, refused}
                                                           : LinkState{Link::Connected, {}, {}});
        return end(std::move(refused));
    }
    m_connection.report({Link::Connected, {}, {}});
    if (!m_target) return end(m_reply->readAll());
    receive();
    end(QByteArray());
}

Error HttpOperation::networkError() const {
    return Error(kNoConnection)
        .with("host", m_reply->url().authority().toStdString())
        .with("reason", m_reply->errorString().toStdString());
}

void HttpOperation::giveUp(Error error) {
    if (error.id == kDeadline) m_connection.report({Link::Offline, {}, error});
    end(std::move(error));
    m_reply->abort();
}

}  // namespace ph::client
