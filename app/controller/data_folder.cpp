#include "app/controller/data_folder.h"

#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <spdlog/spdlog.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::controller {

BOOST_DESCRIBE_STRUCT(Endpoint, (), (port, fingerprint, pid, socket))

namespace fs = std::filesystem;

namespace {

Error unusable(const std::string& path, const std::string& detail) {
    return Error(kDataFolderUnusable, path + ": " + detail).with("path", path).with("detail", detail);
}

Result<> makePrivate(const std::string& path) {
    std::error_code failed;
    fs::create_directories(fs::path(path).parent_path(), failed);
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return unusable(path, std::strerror(errno));
    if (!fs::is_directory(path, failed)) return unusable(path, "not a folder");
    if (::access(path.c_str(), W_OK | X_OK) != 0) return unusable(path, std::strerror(errno));
    return {};
}

Result<> replaceFile(const std::string& path, const std::string& text) {
    const auto fresh = path + ".new";
    std::ofstream out(fresh);
    out << text;
    out.close();
    if (!out || std::rename(fresh.c_str(), path.c_str()) != 0) return unusable(path, std::strerror(errno));
    return {};
}

std::string programFolder() {
    return fs::read_symlink("/proc/self/exe").parent_path().string();
}

}  // namespace

Result<DataFolder> openDataFolder(const std::string& root) {
    if (root.empty()) return unusable("--data", "empty");
    DataFolder folder{fs::absolute(root).lexically_normal().string()};
    if (folder.root.size() > 1 && folder.root.back() == '/') folder.root.pop_back();
    for (const auto& path :
         {folder.root, folder.tls(), folder.keys(), folder.blobs(), folder.audit(), folder.runtimes()})
        if (const auto made = makePrivate(path); !made) return made.error();
    return folder;
}

void warnOfOpenKeys(const DataFolder& folder) {
    for (const auto& path :
         {folder.keys() + "/secrets.key", folder.keys() + "/audit.key", folder.tls() + "/server.key"}) {
        std::error_code failed;
        const auto mode = fs::status(path, failed).permissions();
        if (failed || (mode & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none) continue;
        spdlog::warn(
            "{} has mode {:03o}: others than its owner may use this key; make it 600 (chmod 600), and think of "
            "it as known if others could enter the folder",
            path, static_cast<unsigned>(mode));
    }
}

Result<std::string> storeLocation(const DataFolder& folder, const std::string& asked) {
    std::string location = asked;
    if (location.empty()) {
        std::ifstream remembered(folder.databaseAddress());
        std::getline(remembered, location);
    }
    if (location.empty()) return folder.database();
    // Whoever forgets what the folder's file holds would forget jobs that run.
    if (fs::exists(folder.database())) return Error(kStoreElsewhere).with("path", folder.database());
    return location;
}

Result<> rememberStore(const DataFolder& folder, const std::string& location) {
    if (location == folder.database()) return {};
    return replaceFile(folder.databaseAddress(), location + "\n");
}

Result<> writeEndpoint(const DataFolder& folder, const Endpoint& endpoint) {
    return replaceFile(folder.endpoint(), reflect::prettyJson(reflect::encode(endpoint)));
}

void removeEndpoint(const DataFolder& folder) {
    ::unlink(folder.endpoint().c_str());
}

std::string resourcesFolder() {
    if (const char* named = std::getenv("PH_RESOURCES")) return named;
    const auto installed = fs::path(programFolder()).parent_path() / "share/pilothouse";
    std::error_code failed;
    if (fs::is_directory(installed, failed)) return installed.string();
    return PH_SOURCE_RESOURCES;
}

std::string neighbour(const std::string& program) {
    return programFolder() + "/" + program;
}

}  // namespace ph::controller
