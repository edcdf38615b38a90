#pragma once

#include "client/connection.h"

#include <QObject>

#include <memory>
#include <string>

namespace ph {
struct User;
}

namespace ph::api {
struct LoginAnswer;
}

namespace ph::ui {

/// The steps of logging in to one server: look at its certificate, have it confirmed unless it is the known one, then
/// ask for a token. Nothing but the probe is sent before the certificate is confirmed.
class LogIn : public QObject {
    Q_OBJECT
    Q_MOC_INCLUDE("domain/accounts/account.h")
public:
    explicit LogIn(QObject* parent = nullptr);
    ~LogIn() override;

    /// `known` empty: never seen before.
    void begin(const QUrl& url, const QByteArray& known, const QString& user, const QString& password);
    /// The answer to unknownServer or changedServer.
    void trust(const QByteArray& fingerprint);
    void cancel();

Q_SIGNALS:
    void unknownServer(const QByteArray& fingerprint);
    void changedServer(const QByteArray& known, const QByteArray& shown);
    void failed(const ph::Error& error);
    void done(const ph::client::ServerProfile& profile, const ph::User& user);

private:
    void probed(const Result<QByteArray>& answer);
    void ask();

    std::unique_ptr<client::Connection> m_connection;
    client::Call<QByteArray> m_probe;
    client::Call<api::LoginAnswer> m_login;
    QByteArray m_known;
    std::string m_user;
    std::string m_password;
};

}  // namespace ph::ui
