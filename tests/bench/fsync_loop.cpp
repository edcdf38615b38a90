// The limit that submissions are compared with: a bare loop of one insert and one durable commit, in the settings of
// the store (WAL, synchronous=FULL). bench_fsync_loop FOLDER SECONDS prints commits a second.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sqlite3.h>
#include <string>

namespace {

bool execute(sqlite3* database, const char* text) {
    return sqlite3_exec(database, text, nullptr, nullptr, nullptr) == SQLITE_OK;
}

double rate(sqlite3* database, double seconds) {
    sqlite3_stmt* insert = nullptr;
    if (sqlite3_prepare_v2(database, "INSERT INTO jobs (id, spec) VALUES (?, ?)", -1, &insert, nullptr) != SQLITE_OK)
        return -1;
    const std::string spec(600, 'x');  // about what a small job's row carries
    const auto begin = std::chrono::steady_clock::now();
    double passed = 0;
    int count = 0;
    while (passed < seconds) {
        sqlite3_reset(insert);
        sqlite3_bind_int(insert, 1, count);
        sqlite3_bind_text(insert, 2, spec.data(), static_cast<int>(spec.size()), SQLITE_STATIC);
        if (sqlite3_step(insert) != SQLITE_DONE) return -1;
        ++count;
        passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    sqlite3_finalize(insert);
    return count / passed;
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) return std::fprintf(stderr, "usage: bench_fsync_loop FOLDER SECONDS\n"), 2;
    const std::string file = std::string(words[1]) + "/fsync-loop.db";
    sqlite3* database = nullptr;
    const bool open = sqlite3_open(file.c_str(), &database) == SQLITE_OK &&
                      execute(database, "PRAGMA journal_mode=WAL") && execute(database, "PRAGMA synchronous=FULL") &&
                      execute(database, "CREATE TABLE jobs (id INTEGER PRIMARY KEY, spec TEXT)");
    const double result = open ? rate(database, std::atof(words[2])) : -1;
    if (result < 0) std::fprintf(stderr, "fsync loop: %s\n", sqlite3_errmsg(database));
    sqlite3_close(database);
    for (const char* end : {"", "-wal", "-shm"}) std::remove((file + end).c_str());
    if (result < 0) return 1;
    std::printf("%.1f\n", result);
    return 0;
}
