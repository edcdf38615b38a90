#pragma once

#include "ui/shell/known_servers.h"
#include "ui/shell/log_in.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ph::ui {

class ErrorBanner;

/// Where one says which server and who one is.
class LoginWindow : public QWidget {
    Q_OBJECT
    Q_MOC_INCLUDE("domain/accounts/account.h")
public:
    explicit LoginWindow(KnownServers& servers, QWidget* parent = nullptr);

    void setServer(const QString& server);
    void tell(const Error& error);

Q_SIGNALS:
    void loggedIn(const ph::client::ServerProfile& profile, const ph::User& user);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void layOut();
    void retranslate();
    void nameButton();
    void begin();
    void confirm(const QByteArray& known, const QByteArray& shown);
    void setBusy(bool busy);
    void fillUser();

    KnownServers& m_servers;
    LogIn m_logIn;
    QLabel* m_picture;
    QLabel* m_title;
    QLabel* m_hint;
    ErrorBanner* m_error;
    QLabel* m_serverLabel;
    QComboBox* m_server;
    QLabel* m_userLabel;
    QLineEdit* m_user;
    QLabel* m_passwordLabel;
    QLineEdit* m_password;
    QPushButton* m_connect;
};

}  // namespace ph::ui
