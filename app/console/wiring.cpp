#include "app/console/wiring.h"

#include "app/console/sections.h"
#include "app/console/server_session.h"
#include "messages/word_text.h"
#include "ui/shell/login_window.h"
#include "ui/shell/main_window.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/words.h"

#include <QLocale>

namespace ph {

using namespace Qt::StringLiterals;

Wiring::Wiring(ui::Theme& theme, ui::Language& language, ui::Preferences& preferences, ui::KnownServers& servers)
    : m_theme(theme), m_language(language), m_preferences(preferences), m_servers(servers) {}

Wiring::~Wiring() = default;

void Wiring::start(const QString& server) {
    const QUrl wanted = ui::serverUrl(server);
    const auto known = server.isEmpty()
                           ? (m_servers.servers().isEmpty() ? std::nullopt : std::optional(m_servers.servers().first()))
                           : m_servers.find(wanted);
    if (!known || known->fingerprint.isEmpty()) return showLogin(server);
    if (!known->token.isEmpty()) return enter({known->url, known->fingerprint, known->token}, known->user);
    m_secrets.find(ui::secretName(known->url, known->user), [this, known, server](const QByteArray& token) {
        if (token.isEmpty()) return showLogin(server);
        enter({known->url, known->fingerprint, token}, known->user);
    });
}

void Wiring::showLogin(const QString& server) {
    m_login = std::make_unique<ui::LoginWindow>(m_servers);
    if (!server.isEmpty()) m_login->setServer(server);
    connect(m_login.get(), &ui::LoginWindow::loggedIn, this, &Wiring::loggedIn, Qt::QueuedConnection);
    m_login->resize(ui::metrics::kLeastWidth, ui::metrics::kFormWidth);
    m_login->show();
}

void Wiring::loggedIn(const client::ServerProfile& profile, const User& user) {
    const QString name = ui::qt(user.name);
    enter(profile, name);
    m_login.reset();
    m_secrets.keep(ui::secretName(profile.url, name), profile.token, [this](bool keptSafely) {
        if (!keptSafely && m_main) m_main->say(tr("This desktop has no keychain: the log-in is kept until you quit."));
    });
}

void Wiring::enter(const client::ServerProfile& profile, const QString& user) {
    leave();
    m_session = std::make_unique<ServerSession>(profile);
    m_session->user = user;
    m_main = std::make_unique<ui::MainWindow>(sections(*m_session, m_preferences), m_theme, m_language, m_preferences,
                                              m_session->connection, m_session->mirror);
    addPaletteObjects(*m_main, *m_session);
    connect(m_main.get(), &ui::MainWindow::logoutAsked, this, &Wiring::logOut, Qt::QueuedConnection);
    connect(
        m_main.get(), &ui::MainWindow::loginAsked, this,
        [this] {
            const QString server = m_session->connection.profile().url.authority();
            leave();
            showLogin(server);
        },
        Qt::QueuedConnection);
    m_main->setServer(QString(), QString());
    m_main->setAccount(user, QString(), QString());
    m_main->open(u"jobs"_s);
    m_main->show();
    m_main->restoreWindows();
    m_session->mirror.start();
    identify();
}

void Wiring::identify() {
    m_session->serverCall = m_session->accounts.serverInfo();
    m_session->serverCall.onDone(this, [this](const Result<api::ServerInfo>& answer) {
        if (answer.has_value()) m_main->setServer(ui::qt(answer->site), ui::qt(answer->version));
    });
    m_session->meCall = m_session->accounts.me();
    m_session->meCall.onDone(this, [this](const Result<api::Me>& answer) {
        if (answer.has_error()) {
            // A token that is no longer good: nothing can be shown with it.
            if (answer.error().id.kind != ErrorKind::Unauthenticated) return;
            const QString server = m_session->connection.profile().url.authority();
            m_secrets.forget(ui::secretName(m_session->connection.profile().url, m_session->user));
            leave();
            return showLogin(server);
        }
        const auto language = messages::languageOf(QLocale().name().toStdString());
        const auto& user = answer->user;
        m_main->setAccount(ui::qt(user.displayName.empty() ? user.name : user.displayName),
                           ui::qt(messages::roleText(user.role, language)), ui::qt(answer->organisationName));
    });
}

void Wiring::logOut() {
    const auto url = m_session->connection.profile().url;
    m_secrets.forget(ui::secretName(url, m_session->user));
    m_session->mirror.stop();
    // The token dies on the server too; if that cannot be told now, it ends there by its own time.
    m_session->logoutCall = m_session->accounts.logout();
    m_session->logoutCall.onDone(this, [this](const Result<api::Empty>&) { leave(); });
    // Closed after the log-in is there, or closing the last window would end the program.
    showLogin(url.authority());
    m_main->close();
}

void Wiring::leave() {
    m_main.reset();
    m_session.reset();
}

}  // namespace ph
