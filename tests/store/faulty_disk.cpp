#include "store/faulty_disk.h"

#include <mutex>
#include <new>
#include <sqlite3.h>
#include <stdexcept>

namespace ph::test {

namespace {

/// What all files of the disk share; guarded by the mutex, as the writer and the readers have threads of their own.
struct Disk {
    std::mutex mutex;
    sqlite3_vfs* real = nullptr;
    sqlite3_vfs own{};
    long left = 0;  ///< calls until the one that fails; 0: none does
    int code = SQLITE_OK;
    bool lasting = false;
    bool struck = false;
    FaultyDisk::Write newest;
    std::function<void(const FaultyDisk::Write&)> watch;

    /// SQLITE_OK, or what the call must fail with.
    int call() {
        const std::lock_guard lock(mutex);
        if (struck) return lasting ? code : SQLITE_OK;
        if (left == 0 || --left > 0) return SQLITE_OK;
        struck = true;
        return code;
    }
};

Disk* g_disk = nullptr;

struct File {
    sqlite3_file base;
    std::string* path;
    sqlite3_file* real;  ///< right behind this one
};

sqlite3_file* real(sqlite3_file* file) {
    return reinterpret_cast<File*>(file)->real;
}

int closeFile(sqlite3_file* file) {
    const int result = real(file)->pMethods->xClose(real(file));
    delete reinterpret_cast<File*>(file)->path;
    return result;
}

int writeFile(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    const int failed = g_disk->call();
    if (failed == SQLITE_OK) {
        const std::lock_guard lock(g_disk->mutex);
        g_disk->newest = {*reinterpret_cast<File*>(file)->path, offset, size};
    }
    const int written = real(file)->pMethods->xWrite(real(file), bytes, failed == SQLITE_OK ? size : size / 2, offset);
    return failed == SQLITE_OK ? written : failed;
}

int truncateFile(sqlite3_file* file, sqlite3_int64 size) {
    if (const int failed = g_disk->call(); failed != SQLITE_OK) return failed;
    return real(file)->pMethods->xTruncate(real(file), size);
}

int syncFile(sqlite3_file* file, int flags) {
    if (const int failed = g_disk->call(); failed != SQLITE_OK) return failed;
    {
        const std::lock_guard lock(g_disk->mutex);
        if (g_disk->watch) g_disk->watch(g_disk->newest);
        if (g_disk->newest.path == *reinterpret_cast<File*>(file)->path) g_disk->newest = {};
    }
    return real(file)->pMethods->xSync(real(file), flags);
}

const sqlite3_io_methods kMethods{
    3,
    closeFile,
    [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
        return real(f)->pMethods->xRead(real(f), to, size, at);
    },
    writeFile,
    truncateFile,
    syncFile,
    [](sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); },
    [](sqlite3_file* f, int lock) { return real(f)->pMethods->xLock(real(f), lock); },
    [](sqlite3_file* f, int lock) { return real(f)->pMethods->xUnlock(real(f), lock); },
    [](sqlite3_file* f, int* held) { return real(f)->pMethods->xCheckReservedLock(real(f), held); },
    [](sqlite3_file* f, int what, void* with) { return real(f)->pMethods->xFileControl(real(f), what, with); },
    [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
    [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
    [](sqlite3_file* f, int page, int size, int make, void volatile** to) {
        return real(f)->pMethods->xShmMap(real(f), page, size, make, to);
    },
    [](sqlite3_file* f, int at, int count, int flags) {
        return real(f)->pMethods->xShmLock(real(f), at, count, flags);
    },
    [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); },
    [](sqlite3_file* f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); },
    [](sqlite3_file* f, sqlite3_int64 at, int size, void** to) {
        return real(f)->pMethods->xFetch(real(f), at, size, to);
    },
    [](sqlite3_file* f, sqlite3_int64 at, void* from) { return real(f)->pMethods->xUnfetch(real(f), at, from); },
};

int openFile(sqlite3_vfs*, const char* name, sqlite3_file* place, int flags, int* given) {
    auto* file = new (place) File{};
    file->real = reinterpret_cast<sqlite3_file*>(file + 1);
    const int result = g_disk->real->xOpen(g_disk->real, name, file->real, flags, given);
    if (result != SQLITE_OK || !file->real->pMethods) return result;
    file->path = new std::string(name ? name : "");
    file->base.pMethods = &kMethods;
    return result;
}

}  // namespace

FaultyDisk::FaultyDisk() {
    if (g_disk) throw std::logic_error("one faulty disk at a time");
    g_disk = new Disk;
    g_disk->real = sqlite3_vfs_find(nullptr);
    g_disk->own = *g_disk->real;
    g_disk->own.zName = "faulty";
    g_disk->own.szOsFile = static_cast<int>(sizeof(File)) + g_disk->real->szOsFile;
    g_disk->own.xOpen = openFile;
    sqlite3_vfs_register(&g_disk->own, 1);
}

FaultyDisk::~FaultyDisk() {
    sqlite3_vfs_unregister(&g_disk->own);
    sqlite3_vfs_register(g_disk->real, 1);
    delete g_disk;
    g_disk = nullptr;
}

void FaultyDisk::failAt(long nth, int code, Lasting lasting) {
    const std::lock_guard lock(g_disk->mutex);
    g_disk->left = nth;
    g_disk->code = code;
    g_disk->lasting = lasting == Lasting::UntilHealed;
    g_disk->struck = false;
}

void FaultyDisk::heal() {
    const std::lock_guard lock(g_disk->mutex);
    g_disk->left = 0;
    g_disk->lasting = false;
}

bool FaultyDisk::struck() const {
    const std::lock_guard lock(g_disk->mutex);
    return g_disk->struck;
}

void FaultyDisk::beforeSync(std::function<void(const Write&)> watch) {
    const std::lock_guard lock(g_disk->mutex);
    g_disk->watch = std::move(watch);
}

}  // namespace ph::test
