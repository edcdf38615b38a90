#pragma once

#include "base/clock.h"
#include "ports/database.h"
#include "ports/support_source.h"
#include "store/accounts/secret_store.h"

#include <functional>
#include <memory>
#include <string>

namespace ph {

/// Another controller took over the store: nothing is written any more and the process should end.
inline constexpr ErrorId kFenced{"fenced", ErrorKind::Unavailable};

/// The stores in one SQLite file or PostgreSQL database. One thread writes: it takes all works that wait (at most 256)
/// and makes them durable with one commit. Reads run on their own threads, each on the last commit. Works run on those
/// threads; results come back on the awaiting coroutine's executor, whose context must outlive the database.
class SqlDatabase final : public Database, public StoreCounts {
public:
    struct Options {
        std::string location;    ///< a file's path or postgresql://USER@HOST/DATABASE
        bool exclusive = false;  ///< refuses a database that another exclusive one works on; a file has its DataLock
        SecretKey secretKey{};
        int readers = 2;
        std::size_t mostWaiting =
            10'000;                      ///< works beyond it fail with kUnavailable at once, for writes and reads each
        bool newEpoch = false;           ///< set once after a restore: old event positions become invalid
        Bytes largest;                   ///< of a file; beyond it writes fail with kNoSpace; zero: the disk decides
        std::function<void()> onFenced;  ///< called once, on the writer's thread
    };

    /// Opens the database or creates the file, migrates it and begins a new term, which fences every earlier opener.
    /// What SqlConnection::open() fails with, kSchemaNewer, kMigrationFailed, kUnavailable or kNoSpace.
    static Result<std::unique_ptr<SqlDatabase>> open(Options options, const Clock& clock);
    /// Completes the works that wait, then closes.
    ~SqlDatabase() override;

    Async<> write(Work work) override;
    Async<> read(Work work) override;
    Async<StoreFacts> facts() override;

    /// Who is told of committed events from now on, before the works that wrote them are answered; null: nobody.
    void setListener(CommitListener* listener);
    /// The event position of the last commit.
    EventPosition head() const;
    std::int64_t term() const;

private:
    struct State;
    explicit SqlDatabase(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace ph
