#include "store/backup/folder_backup.h"

#include "reflect/codec.h"
#include "reflect/json_text.h"
#include "store/backup/file_tree.h"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sqlite3.h>
#include <sys/stat.h>

namespace ph {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStore = "/pilothouse.db";
constexpr const char* kPartial = ".partial";
constexpr const char* kManifest = "/manifest.json";
constexpr std::size_t kLargestManifest = 64 * 1024;

/// What belongs to one process, to one machine, or can be made anew; and what is brought by itself.
const std::set<std::string> kLeftOut{
    "backups",           "blobs",           "runs",          "trash",         "sandbox",
    "runtimes",          "controller.lock", "endpoint.json", "pilothouse.db", "pilothouse.db-wal",
    "pilothouse.db-shm", "pilothouse.sock"};

bool isUpload(const std::string& relative) {
    return relative == "uploads";
}

/// Of a run its claim, record, log and metrics are kept; its working directory goes with the machine.
bool isWork(const std::string& relative) {
    return relative.find("/work") != std::string::npos || relative.ends_with("/process");
}

bool keepsAll(const std::string&) {
    return false;
}

struct CloseStore {
    void operator()(sqlite3* store) const { sqlite3_close(store); }
};
using Store = std::unique_ptr<sqlite3, CloseStore>;

Error storeError(sqlite3* store, const std::string& path) {
    const auto detail = fmt::format("{}: {}", path, sqlite3_errmsg(store));
    return sqlite3_errcode(store) == SQLITE_FULL ? Error(kNoSpace, detail) : Error(kUnavailable, detail);
}

Result<Store> openStore(const std::string& path, int flags) {
    sqlite3* raw = nullptr;
    const int result = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
    Store store(raw);
    if (result != SQLITE_OK) return storeError(raw, path);
    sqlite3_busy_timeout(raw, 10'000);
    return store;
}

/// SQLite's online backup in one step: it reads one commit while the writer goes on.
Result<> snapshotStore(const std::string& from, const std::string& to) {
    auto source = openStore(from, SQLITE_OPEN_READWRITE);
    if (!source) return source.error();
    auto target = openStore(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!target) return target.error();
    sqlite3_exec(target->get(), "PRAGMA synchronous=OFF", nullptr, nullptr, nullptr);
    sqlite3_backup* copy = sqlite3_backup_init(target->get(), "main", source->get(), "main");
    if (!copy) return storeError(target->get(), to);
    sqlite3_backup_step(copy, -1);
    if (sqlite3_backup_finish(copy) != SQLITE_OK) return storeError(target->get(), to);
    target->reset();
    return syncPath(to);
}

Result<> describeStore(const std::string& path, Backup& backup) {
    auto store = openStore(path, SQLITE_OPEN_READWRITE);
    if (!store) return store.error();
    const auto number = [&](const char* sql) {
        sqlite3_stmt* query = nullptr;
        const bool row = sqlite3_prepare_v2(store->get(), sql, -1, &query, nullptr) == SQLITE_OK &&
                         sqlite3_step(query) == SQLITE_ROW;
        const std::int64_t value = row ? sqlite3_column_int64(query, 0) : 0;
        sqlite3_finalize(query);
        return value;
    };
    backup.schema = static_cast<int>(number("SELECT version FROM schema_version"));
    backup.epoch = number("SELECT epoch FROM controller_state");
    backup.seq = number("SELECT coalesce(max(seq), 0) FROM events");
    backup.jobs = number("SELECT count(*) FROM jobs");
    return {};
}

Result<std::string> digestOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error(kUnavailable, "cannot read " + path);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr);
    std::array<char, 65536> piece{};
    while (file.read(piece.data(), piece.size()) || file.gcount() > 0)
        EVP_DigestUpdate(digest.get(), piece.data(), static_cast<std::size_t>(file.gcount()));
    std::array<unsigned char, 32> raw{};
    EVP_DigestFinal_ex(digest.get(), raw.data(), nullptr);
    return fmt::format("sha256:{:02x}", fmt::join(raw, ""));
}

Result<> writeManifest(const std::string& folder, const Backup& backup) {
    const auto path = folder + kManifest;
    std::ofstream file(path);
    file << boost::json::serialize(reflect::encode(backup)) << "\n";
    file.close();
    if (!file) return Error(kNoSpace, "cannot write " + path);
    if (auto synced = syncPath(path); !synced) return synced;
    return syncPath(folder);
}

/// Files that jobs name, and what is left of their runs. Brought before the snapshot, so that nothing that it names can
/// have been deleted, and again after it for what came in between.
Result<std::int64_t> bringFiles(const std::string& root, const std::string& folder) {
    std::int64_t files = 0;
    for (const auto& [part, leftOut] : {std::pair<const char*, LeftOut>{"/blobs", isUpload}, {"/runs", isWork}}) {
        if (!fs::exists(root + part)) continue;
        const auto count = linkTree(root + part, folder + part, leftOut);
        if (!count) return count;
        files += *count;
    }
    return files;
}

Result<Backup> fill(const std::string& root, const std::string& folder, Backup backup) {
    for (int pass = 0; pass < 2; ++pass) {
        const auto files = bringFiles(root, folder);
        if (!files) return files.error();
        backup.files += *files;
        if (pass == 1) break;
        if (auto done = snapshotStore(root + kStore, folder + kStore); !done) return done.error();
    }
    const auto others = copyTree(root, folder, [](const std::string& name) { return kLeftOut.contains(name); });
    if (!others) return others.error();
    backup.files += *others;
    if (auto done = describeStore(folder + kStore, backup); !done) return done.error();
    auto digest = digestOf(folder + kStore);
    if (!digest) return digest.error();
    backup.digest = std::move(*digest);
    backup.size = {static_cast<std::int64_t>(fs::file_size(folder + kStore))};
    return backup;
}

/// `name` beside its place until it is whole.
template <class Fill>
Result<Backup> whole(const std::string& place, Fill fillIn) {
    const auto partial = place + kPartial;
    std::error_code failed;
    fs::remove_all(partial, failed);
    fs::create_directories(partial, failed);
    if (failed) return Error(kUnavailable, fmt::format("{}: {}", partial, failed.message()));
    ::chmod(partial.c_str(), 0700);
    Result<Backup> done = fillIn(partial);
    if (done) {
        fs::rename(partial, place, failed);
        if (failed) done = Error(kUnavailable, fmt::format("{}: {}", place, failed.message()));
    }
    if (!done) fs::remove_all(partial, failed);
    if (done)
        if (auto synced = syncPath(fs::path(place).parent_path().string()); !synced) return synced.error();
    return done;
}

Result<Backup> makeHere(const std::string& root, const std::string& version, Timestamp at) {
    const auto second = at.micros / 1'000'000;
    std::string name = fmt::format("{}/backups/{}", root, second);
    for (int i = 1; fs::exists(name); ++i) name = fmt::format("{}/backups/{}-{}", root, second, i);
    Backup backup;
    backup.folder = name;
    backup.at = at;
    backup.version = version;
    return whole(name, [&](const std::string& folder) -> Result<Backup> {
        auto filled = fill(root, folder, backup);
        if (!filled) return filled;
        if (auto written = writeManifest(folder, *filled); !written) return written.error();
        return filled;
    });
}

}  // namespace

FolderBackup::FolderBackup(std::string root, std::string programVersion, const Clock& clock)
    : m_root(std::move(root)), m_version(std::move(programVersion)), m_clock(clock) {
    // What a killed process had begun.
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(m_root + "/backups", failed))
        if (entry.path().extension() == kPartial) fs::remove_all(entry.path(), failed);
}

FolderBackup::~FolderBackup() {
    m_thread.join();
}

Async<Backup> FolderBackup::make() {
    if (!fs::exists(m_root + kStore)) co_return Error(kBackupElsewhere);
    if (m_underWay.exchange(true)) co_return Error(kBackupUnderWay);
    const struct End {
        std::atomic<bool>& underWay;
        ~End() { underWay = false; }
    } end{m_underWay};
    auto making =
        m_hop.block([root = m_root, version = m_version, at = m_clock.now()] { return makeHere(root, version, at); });
    co_return co_await std::move(making);
}

Result<Backup> readBackup(const std::string& folder) {
    const auto broken = [&](std::string detail) {
        return Error(kBackupBroken, detail).with("path", folder).with("detail", detail);
    };
    std::ifstream file(folder + kManifest);
    if (!file) return broken("no manifest.json");
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto json = reflect::parseJson(text, kLargestManifest);
    auto backup = json ? reflect::decode<Backup>(*json) : Result<Backup>(json.error());
    if (!backup) return broken("manifest.json is not what was written");
    const auto digest = digestOf(folder + kStore);
    if (!digest || *digest != backup->digest) return broken("pilothouse.db is not what was written");
    return backup;
}

Result<Backup> restoreBackup(const std::string& folder, const std::string& root, const Completion& complete) {
    auto backup = readBackup(folder);
    if (!backup) return backup;
    // Whole, and without a slash at its end: what is not yet complete lies beside it.
    const auto path = (fs::absolute(root) / "").lexically_normal().parent_path().string();
    std::error_code failed;
    if (fs::exists(path, failed) && !fs::is_empty(path, failed)) return Error(kRestoreIntoData).with("path", root);
    fs::remove(path, failed);
    return whole(path, [&](const std::string& place) -> Result<Backup> {
        const auto copied = copyTree(folder, place, keepsAll);
        if (!copied) return copied.error();
        fs::remove(place + kManifest, failed);
        if (const auto completed = complete(place); !completed) return completed.error();
        return backup;
    });
}

}  // namespace ph
