#include "ui/shell/log_in.h"

#include "client/accounts/account_client.h"

namespace ph::ui {

LogIn::LogIn(QObject* parent) : QObject(parent) {}

LogIn::~LogIn() = default;

void LogIn::begin(const QUrl& url, const QByteArray& known, const QString& user, const QString& password) {
    cancel();
    m_known = known;
    m_user = user.toStdString();
    m_password = password.toStdString();
    m_connection = std::make_unique<client::Connection>(client::ServerProfile{url, known, {}});
    m_probe = m_connection->probe();
    m_probe.onDone(this, [this](const Result<QByteArray>& answer) { probed(answer); });
}

void LogIn::probed(const Result<QByteArray>& answer) {
    if (answer.has_error()) {
        Q_EMIT failed(answer.error());
        return;
    }
    if (*answer == m_known) return ask();
    if (m_known.isEmpty())
        Q_EMIT unknownServer(*answer);
    else
        Q_EMIT changedServer(m_known, *answer);
}

void LogIn::trust(const QByteArray& fingerprint) {
    m_connection->setFingerprint(fingerprint);
    ask();
}

void LogIn::ask() {
    client::AccountClient accounts(*m_connection);
    const api::LoginRequest request{m_user, std::exchange(m_password, {})};
    m_login = accounts.login(request);
    m_login.onDone(this, [this](const Result<api::LoginAnswer>& answer) {
        if (answer.has_error()) {
            Q_EMIT failed(answer.error());
            return;
        }
        auto profile = m_connection->profile();
        profile.token = QByteArray::fromStdString(answer->token);
        Q_EMIT done(profile, answer->user);
    });
}

void LogIn::cancel() {
    m_login.cancel();
    m_probe.cancel();
    m_connection.reset();
}

}  // namespace ph::ui
