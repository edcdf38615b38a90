#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ph::test {

/// While one exists, every file that SQLite opens goes through it (a VFS over the system's, after
/// https://www.sqlite.org/vfs.html), so that its writing calls can fail, tear, or be watched. One at a time.
class FaultyDisk {
public:
    FaultyDisk();
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk&) = delete;
    FaultyDisk& operator=(const FaultyDisk&) = delete;

    enum class Lasting { Once, UntilHealed };
    /// The `nth` call from now that writes, syncs or truncates fails with SQLite's `code`; a failing write has written
    /// half of its bytes.
    void failAt(long nth, int code, Lasting lasting);
    void heal();
    /// Whether the call that should fail has come.
    bool struck() const;

    struct Write {
        std::string path;
        std::int64_t offset = 0;
        std::int64_t size = 0;
    };
    /// Calls `watch` before each sync with the newest write that none has covered yet (no path: all are); on the thread
    /// that syncs. Null: no longer.
    void beforeSync(std::function<void(const Write& newest)> watch);
};

}  // namespace ph::test
