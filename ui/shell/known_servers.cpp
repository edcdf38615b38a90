#include "ui/shell/known_servers.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kUsualPort = 7443;
const QString kServers = u"servers"_s;

KnownServer serverOf(const QJsonObject& object) {
    return {serverUrl(object.value(u"url"_s).toString()), object.value(u"fingerprint"_s).toString().toLatin1(),
            object.value(u"user"_s).toString(), object.value(u"token"_s).toString().toUtf8()};
}

}  // namespace

QUrl serverUrl(const QString& text) {
    QString address = text.trimmed();
    if (!address.contains(u"://"_s)) address = u"https://"_s + address;
    QUrl url(address, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || url.scheme() != "https"_L1) return {};
    if (url.port() < 0) url.setPort(kUsualPort);
    url.setPath({});
    url.setQuery(QString());
    url.setUserInfo({});
    return url;
}

QString secretName(const QUrl& url, const QString& user) {
    return user + u'@' + url.host() + u':' + QString::number(url.port());
}

KnownServers::KnownServers(Preferences& preferences, const QString& phctlFile) : m_preferences(preferences) {
    for (const auto& entry : QJsonDocument::fromJson(preferences.state(kServers)).array())
        if (auto server = serverOf(entry.toObject()); server.url.isValid()) m_servers.append(server);
    readPhctl(phctlFile);
}

void KnownServers::readPhctl(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return;
    const auto config = QJsonDocument::fromJson(file.readAll()).object();
    const auto servers = config.value(u"servers"_s).toObject();
    const auto current = config.value(u"current"_s).toString();
    for (const auto& name : servers.keys()) {
        const auto server = serverOf(servers.value(name).toObject());
        if (!server.url.isValid()) continue;
        const auto known =
            std::find_if(m_servers.begin(), m_servers.end(), [&](const KnownServer& s) { return s.url == server.url; });
        if (known == m_servers.end())
            name == current ? m_servers.prepend(server) : m_servers.append(server);
        else if (known->fingerprint == server.fingerprint && known->user == server.user)
            known->token = server.token;
        else if (name == current)
            *known = server;
    }
}

std::optional<KnownServer> KnownServers::find(const QUrl& url) const {
    for (const auto& server : m_servers)
        if (server.url == url) return server;
    return std::nullopt;
}

void KnownServers::remember(const KnownServer& server) {
    m_servers.removeIf([&](const KnownServer& s) { return s.url == server.url; });
    m_servers.prepend(server);
    QJsonArray list;
    for (const auto& s : m_servers)
        list.append(QJsonObject{
            {u"url"_s, s.url.toString()}, {u"fingerprint"_s, QString::fromLatin1(s.fingerprint)}, {u"user"_s, s.user}});
    m_preferences.setState(kServers, QJsonDocument(list).toJson(QJsonDocument::Compact));
}

}  // namespace ph::ui
