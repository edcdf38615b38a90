#include "cli/context.h"

#include "cli/display_width.h"
#include "cli/server_address.h"
#include "cli/texts.h"
#include "messages/error_text.h"

#include <cerrno>
#include <cstring>
#include <ostream>

namespace ph::cli {

namespace {

/// Nobody is logged in on the server that was asked for, or on any (server).
constexpr ErrorId kNotLoggedIn{"not-logged-in", ErrorKind::Unauthenticated};
constexpr ErrorId kBadServer{"bad-server", ErrorKind::Invalid};

}  // namespace

Context::Context(Streams& streams, const Environment& environment, Settings settings)
    : m_streams(streams),
      m_environment(environment),
      m_settings(std::move(settings)),
      m_output(streams, m_settings.format, m_settings.colour, m_settings.language),
      m_config(QString::fromStdString(configFolder(environment))) {}

std::string Context::text(std::string_view key, const messages::Arguments& arguments) const {
    return textOf(key, arguments, m_settings.language);
}

void Context::note(std::string_view key, const messages::Arguments& arguments) {
    m_streams.err << text(key, arguments) << std::endl;
}

Result<client::ServerProfile> Context::profile() const {
    const auto config = m_config.load();
    if (!config) return config.error();
    std::string wanted = m_settings.server;
    if (wanted.empty()) wanted = variable(m_environment, "PH_SERVER");
    if (wanted.empty()) wanted = config->current;
    if (wanted.empty()) return Error(kNotLoggedIn);
    const auto url = serverUrl(wanted);
    if (!url) return Error(kBadServer).with("server", wanted);
    client::ServerProfile profile{*url, {}, {}};
    if (const auto saved = config->servers.find(serverKey(*url)); saved != config->servers.end()) {
        profile.fingerprint = QByteArray::fromStdString(saved->second.fingerprint);
        profile.token = QByteArray::fromStdString(saved->second.token);
    }
    if (const auto token = variable(m_environment, "PH_TOKEN"); !token.empty())
        profile.token = QByteArray::fromStdString(token);
    if (const auto pin = variable(m_environment, "PH_FINGERPRINT"); !pin.empty())
        profile.fingerprint = QByteArray::fromStdString(pin);
    if (profile.token.isEmpty() || profile.fingerprint.isEmpty())
        return Error(kNotLoggedIn).with("server", serverKey(*url));
    return profile;
}

client::Connection* Context::connection() {
    if (m_connection) return m_connection.get();
    auto wanted = profile();
    if (wanted.has_value()) {
        m_connection = std::make_unique<client::Connection>(std::move(*wanted));
        return m_connection.get();
    }
    const Error& error = wanted.error();
    const messages::Arguments arguments(error.arguments.begin(), error.arguments.end());
    if (error.id == kNotLoggedIn || error.id == kBadServer)
        fail(exitCodeOf(error), error.id.name, arguments);
    else
        fail(error);
    return nullptr;
}

bool Context::outputFailed() {
    if (m_streams.out) return false;
    // Who reads no further, as head does, wants no complaint.
    const int reason = errno;
    if (!std::exchange(m_outputFailed, true) && reason != EPIPE)
        note("output-failed", {{"reason", std::strerror(reason)}});
    return true;
}

void Context::pass(const QByteArray& bytes, bool now) {
    if (m_finished) return;
    errno = 0;
    m_streams.out.write(bytes.constData(), bytes.size());
    if (now) m_streams.out.flush();
    if (outputFailed()) finish(ExitCode::WorkFailed);
}

void Context::finish(ExitCode code) {
    if (std::exchange(m_finished, true)) return;
    errno = 0;
    m_streams.out.flush();
    if (outputFailed() && code == ExitCode::Ok) code = ExitCode::WorkFailed;
    Q_EMIT finished(static_cast<int>(code));
}

void Context::complain(const Error& error) {
    m_streams.err << "phctl: " << printable(messages::errorText(error, m_settings.language)) << '\n';
    for (const auto& fault : error.faults)
        m_streams.err << "  " << printable(messages::faultText(fault, m_settings.language)) << '\n';
    m_streams.err.flush();
}

void Context::fail(const Error& error) {
    if (m_finished) return;
    complain(error);
    if (error.id.kind == ErrorKind::Unauthenticated && error.id.name == "unauthenticated") note("log-in-first");
    finish(exitCodeOf(error));
}

void Context::fail(ExitCode code, std::string_view key, const messages::Arguments& arguments) {
    if (m_finished) return;
    m_streams.err << "phctl: " << printable(text(key, arguments)) << std::endl;
    finish(code);
}

}  // namespace ph::cli
