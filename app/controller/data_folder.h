#pragma once

#include "base/error.h"

#include <string>

namespace ph::controller {

/// Where everything of one controller lies. Folders are made with mode 0700; runs and blobs are entered by tasks' users
/// through the engine only.
struct DataFolder {
    std::string root;

    std::string database() const { return root + "/pilothouse.db"; }
    std::string databaseAddress() const { return root + "/database-address"; }
    std::string tls() const { return root + "/tls"; }
    std::string keys() const { return root + "/keys"; }
    std::string blobs() const { return root + "/blobs"; }
    std::string audit() const { return root + "/audit"; }
    std::string runtimes() const { return root + "/runtimes"; }
    std::string endpoint() const { return root + "/endpoint.json"; }
    std::string socket() const { return root + "/pilothouse.sock"; }
};

/// `admin init` on a store that already has people.
inline constexpr ErrorId kAdministratorExists{"administrator-exists", ErrorKind::Conflict};
inline constexpr ErrorId kDataFolderUnusable{"data-folder-unusable", ErrorKind::Internal};

/// Makes what is missing; kDataFolderUnusable ("path", "detail") if that fails.
Result<DataFolder> openDataFolder(const std::string& root);

/// Warns in the log of keys that others than their owner may read.
void warnOfOpenKeys(const DataFolder& folder);

/// A PostgreSQL database is asked for, and the data directory has a store of its own already: "path".
inline constexpr ErrorId kStoreElsewhere{"store-elsewhere", ErrorKind::Conflict};

/// Where the store lies: `asked` if it is not empty, else what was remembered, else the folder's own file.
Result<std::string> storeLocation(const DataFolder& folder, const std::string& asked);
/// Keeps a location that is an address for starts that do not name one.
Result<> rememberStore(const DataFolder& folder, const std::string& location);

/// What local clients read to find the server; written atomically, removed at the end.
struct Endpoint {
    int port = 0;
    std::string fingerprint;
    int pid = 0;
    std::string socket;
};
Result<> writeEndpoint(const DataFolder& folder, const Endpoint& endpoint);
void removeEndpoint(const DataFolder& folder);

/// The folder of templates, accelerators and examples: $PH_RESOURCES, an installed share folder, or the source tree.
std::string resourcesFolder();
/// A program that lies beside this one, such as "ph-shim".
std::string neighbour(const std::string& program);

}  // namespace ph::controller
