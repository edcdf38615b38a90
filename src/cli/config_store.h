#pragma once

#include "base/error.h"

#include <QString>

#include <map>
#include <string>

namespace ph::cli {

/// A server that somebody logged in to. The token is a secret.
struct SavedServer {
    std::string url;
    std::string fingerprint;
    std::string user;
    std::string token;
};

struct SavedConfig {
    std::map<std::string, SavedServer> servers;  ///< by "host:port"
    std::string current;
};

/// phctl.json below the configuration folder: mode 0600, replaced whole or not at all.
class ConfigStore {
public:
    /// `folder` is "$XDG_CONFIG_HOME/pilothouse" or "~/.config/pilothouse".
    explicit ConfigStore(const QString& folder);

    /// An absent file is an empty config; an unreadable or damaged one is kLocalFile with its path.
    Result<SavedConfig> load() const;
    Result<> save(const SavedConfig& config) const;

private:
    QString m_path;
};

}  // namespace ph::cli
