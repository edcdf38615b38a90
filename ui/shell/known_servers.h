#pragma once

#include "ui/widgets/preferences.h"

#include <QByteArray>
#include <QList>
#include <QUrl>

#include <optional>

namespace ph::ui {

/// A server that somebody logged in to from here.
struct KnownServer {
    QUrl url;
    QByteArray fingerprint;
    QString user;
    QByteArray token;  ///< only from phctl's own file; the console keeps its tokens in the keychain
};

/// "host", "host:port" or "https://host:port" with the usual port; invalid if it is none of these.
QUrl serverUrl(const QString& text);
/// The name under which a token is kept.
QString secretName(const QUrl& url, const QString& user);

/// Servers with the certificates that were confirmed for them, the last used first. Reads phctl's file too, so that who
/// logged in there, or was set up by the quickstart, is known here.
class KnownServers {
public:
    /// `phctlFile` may not exist.
    KnownServers(Preferences& preferences, const QString& phctlFile);

    const QList<KnownServer>& servers() const { return m_servers; }
    std::optional<KnownServer> find(const QUrl& url) const;
    /// Puts it first.
    void remember(const KnownServer& server);

private:
    void readPhctl(const QString& file);

    Preferences& m_preferences;
    QList<KnownServer> m_servers;
};

}  // namespace ph::ui
