#include "cli/command.h"
#include "cli/context.h"
#include "cli/prompt.h"
#include "cli/server_address.h"
#include "client/accounts/account_client.h"
#include "reflect/json_text.h"

#include <QFile>

#include <ostream>

namespace ph::cli {

namespace {

/// What a controller of this user wrote when it began to listen; the file is this user's, so its fingerprint is
/// trusted.
std::optional<client::ServerProfile> localServer(const Environment& environment) {
    QFile file(QString::fromStdString(stateFolder(environment)) + QStringLiteral("/endpoint.json"));
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    const auto json = reflect::parseJson(file.readAll().toStdString());
    const auto* endpoint = json ? json->if_object() : nullptr;
    const auto* port = endpoint ? endpoint->if_contains("port") : nullptr;
    const auto* fingerprint = endpoint ? endpoint->if_contains("fingerprint") : nullptr;
    if (!port || !port->is_int64() || !fingerprint || !fingerprint->is_string()) return std::nullopt;
    const auto url = serverUrl("127.0.0.1:" + std::to_string(port->get_int64()));
    if (!url) return std::nullopt;
    return client::ServerProfile{*url, QByteArray(fingerprint->get_string().c_str()), {}};
}

class LoginCommand final : public Command {
public:
    std::string_view name() const override { return "login"; }
    std::string_view group() const override { return "group-account"; }
    std::string_view summary() const override { return "help-login"; }

    void describe(Options options) override {
        options.argument("SERVER", m_server, "help-login-server", false);
        options.text("-u,--user", m_user, "NAME", "help-login-user");
        options.flag("--password-stdin", m_passwordFromInput, "help-password-stdin");
        options.text("--fingerprint", m_fingerprint, "sha256:HEX", "help-fingerprint");
        options.example("  phctl login gpu.example.org\n  phctl login --user ada --password-stdin < password.txt");
    }

    void start(Context& context) override {
        m_context = &context;
        auto config = context.config().load();
        if (!config) return context.fail(config.error());
        m_config = std::move(*config);
        if (!chooseServer()) return;
        if (m_profile.fingerprint.isEmpty()) return probe();
        askAndSend();
    }

private:
    bool chooseServer() {
        const auto local = localServer(m_context->environment());
        std::string wanted = m_server.empty() ? m_context->settings().server : m_server;
        if (wanted.empty()) wanted = variable(m_context->environment(), "PH_SERVER");
        if (wanted.empty() && local) wanted = serverKey(local->url);
        if (wanted.empty()) wanted = m_config.current;
        if (wanted.empty()) {
            m_context->fail(ExitCode::Usage, "no-server");
            return false;
        }
        const auto url = serverUrl(wanted);
        if (!url) {
            m_context->fail(ExitCode::Usage, "bad-server", {{"server", wanted}});
            return false;
        }
        m_profile.url = *url;
        const auto saved = m_config.servers.find(serverKey(*url));
        if (saved != m_config.servers.end()) {
            m_profile.fingerprint = QByteArray::fromStdString(saved->second.fingerprint);
            if (m_user.empty()) m_user = saved->second.user;
        }
        if (local && local->url == *url) m_profile.fingerprint = local->fingerprint;
        if (const auto pin = variable(m_context->environment(), "PH_FINGERPRINT"); !pin.empty()) m_fingerprint = pin;
        if (!m_fingerprint.empty()) m_profile.fingerprint = QByteArray::fromStdString(m_fingerprint).toLower();
        m_connection = std::make_unique<client::Connection>(m_profile);
        return true;
    }

    void probe() {
        m_context->then<QByteArray>(m_connection->probe(), [this](const QByteArray& shown) {
            m_context->note("certificate-shown",
                            {{"server", serverKey(m_profile.url)}, {"fingerprint", shown.toStdString()}});
            const auto answer = askLine(m_context->streams(), m_context->text("certificate-question"));
            if (!answer)
                return m_context->fail(ExitCode::Usage, "certificate-option", {{"fingerprint", shown.toStdString()}});
            if (*answer != "y" && *answer != "Y" && *answer != "yes" && *answer != "是")
                return m_context->fail(ExitCode::NotAllowed, "certificate-refused");
            m_profile.fingerprint = shown;
            m_connection->setFingerprint(shown);
            askAndSend();
        });
    }

    void askAndSend() {
        auto& streams = m_context->streams();
        if (m_user.empty()) m_user = askLine(streams, m_context->text("user-question")).value_or("");
        if (m_user.empty()) return m_context->fail(ExitCode::Usage, "user-option");
        const auto password = m_passwordFromInput
                                  ? std::optional(readSecret(streams))
                                  : askSecret(streams, m_context->text("password-question", {{"user", m_user}}));
        if (!password) return m_context->fail(ExitCode::Usage, "password-option");
        m_context->then<api::LoginAnswer>(client::AccountClient(*m_connection).login({m_user, *password}),
                                          [this](const api::LoginAnswer& answer) { save(answer); });
    }

    void save(const api::LoginAnswer& answer) {
        const std::string key = serverKey(m_profile.url);
        m_config.servers[key] = {m_profile.url.toString().toStdString(), m_profile.fingerprint.toStdString(),
                                 answer.user.name, answer.token};
        m_config.current = key;
        const auto saved = m_context->config().save(m_config);
        if (!saved) return m_context->fail(saved.error());
        m_context->note("logged-in", {{"server", key}, {"user", answer.user.name}});
        m_context->finish();
    }

    std::string m_server;
    std::string m_user;
    std::string m_fingerprint;
    bool m_passwordFromInput = false;
    Context* m_context = nullptr;
    SavedConfig m_config;
    client::ServerProfile m_profile;
    std::unique_ptr<client::Connection> m_connection;
};

}  // namespace

std::unique_ptr<Command> makeLoginCommand() {
    return std::make_unique<LoginCommand>();
}

}  // namespace ph::cli
