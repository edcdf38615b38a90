#include "cli/config_store.h"

#include "client/client_errors.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace ph::cli {

BOOST_DESCRIBE_STRUCT(SavedServer, (), (url, fingerprint, user, token))
BOOST_DESCRIBE_STRUCT(SavedConfig, (), (servers, current))

namespace {

Error failed(const QString& path, const QString& reason) {
    return Error(client::kLocalFile).with("path", path.toStdString()).with("reason", reason.toStdString());
}

}  // namespace

ConfigStore::ConfigStore(const QString& folder) : m_path(folder + QStringLiteral("/phctl.json")) {}

Result<SavedConfig> ConfigStore::load() const {
    QFile file(m_path);
    if (!file.exists()) return SavedConfig{};
    if (!file.open(QIODevice::ReadOnly)) return failed(m_path, file.errorString());
    const auto json = reflect::parseJson(file.readAll().toStdString());
    if (!json) return failed(m_path, QStringLiteral("not valid JSON; delete the file and log in again"));
    auto config = reflect::decode<SavedConfig>(*json);
    if (!config)
        return failed(m_path, QStringLiteral("not as this version wrote it; delete the file and log in again"));
    return config;
}

Result<> ConfigStore::save(const SavedConfig& config) const {
    const QString folder = QFileInfo(m_path).path();
    if (!QDir().mkpath(folder)) return failed(folder, QStringLiteral("cannot make the folder"));
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly)) return failed(m_path, file.errorString());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(QByteArray::fromStdString(reflect::prettyJson(reflect::encode(config))));
    if (!file.commit()) return failed(m_path, file.errorString());
    return {};
}

}  // namespace ph::cli
