#pragma once

#include "client/connection.h"
#include "ui/shell/known_servers.h"
#include "ui/shell/language.h"
#include "ui/shell/secret_store.h"
#include "ui/theme/theme.h"
#include "ui/widgets/preferences.h"

#include <QObject>
#include <QString>

#include <memory>

namespace ph::ui {
class LoginWindow;
class MainWindow;
}  // namespace ph::ui

namespace ph {

struct ServerSession;
struct User;

/// Puts the console together: which window is shown, from which log-in.
class Wiring : public QObject {
    Q_OBJECT
    Q_MOC_INCLUDE("domain/accounts/account.h")
public:
    Wiring(ui::Theme& theme, ui::Language& language, ui::Preferences& preferences, ui::KnownServers& servers);
    ~Wiring() override;

    /// The first window: straight in with a kept token, else the log-in. `server` empty: the one used last.
    void start(const QString& server);

private:
    void showLogin(const QString& server);
    void loggedIn(const client::ServerProfile& profile, const User& user);
    void enter(const client::ServerProfile& profile, const QString& user);
    void identify();
    void logOut();
    void leave();

    ui::Theme& m_theme;
    ui::Language& m_language;
    ui::Preferences& m_preferences;
    ui::KnownServers& m_servers;
    ui::SecretStore m_secrets;
    std::unique_ptr<ServerSession> m_session;
    std::unique_ptr<ui::MainWindow> m_main;
    std::unique_ptr<ui::LoginWindow> m_login;
};

}  // namespace ph
