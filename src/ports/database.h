#pragma once

#include "base/async.h"
#include "ports/stores.h"

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace ph {

/// The stores of one transaction; references are valid only inside the work that got them.
class Transaction {
public:
    virtual ~Transaction() = default;
    virtual AccountStore& accounts() = 0;
    virtual SessionStore& sessions() = 0;
    virtual JobStore& jobs() = 0;
    virtual TaskRunStore& taskRuns() = 0;
    virtual NodeStore& nodes() = 0;
    virtual SecretStore& secrets() = 0;
    virtual EventLog& events() = 0;
    virtual AuditLog& audit() = 0;
    virtual IdempotencyStore& idempotency() = 0;
    virtual UploadStore& uploads() = 0;
};

/// The store's transactions, awaited from any executor and run on the SQL threads.
class Database {
public:
    using Work = std::function<Result<>(Transaction&)>;
    virtual ~Database() = default;

    /// Runs `work` in the next group commit. Returns after the commit is durable; if the work fails, nothing of it is
    /// kept; if the commit fails, every work of its group fails with kUnavailable (retryable) or kNoSpace. A work may
    /// run again after another of its group failed: only its last run counts, and it must not change what it captured.
    virtual Async<> write(Work work) = 0;
    /// Runs `work` on a reader that sees the last commit. Reads may run beside each other; writing in one is a bug.
    virtual Async<> read(Work work) = 0;
};

namespace detail {

template <class T, class Run, class Work>
Async<T> valueOf(Run run, Work work) {
    auto result = std::make_shared<std::optional<T>>();
    Database::Work unit = [result, work = std::move(work)](Transaction& tx) -> Result<> {
        Result<T> value = work(tx);
        if (!value) return value.error();
        *result = std::move(*value);
        return {};
    };
    const Result<> done = co_await run(std::move(unit));
    if (!done) co_return done.error();
    co_return std::move(**result);
}

template <class Work>
using WorkValue = typename std::invoke_result_t<Work, Transaction&>::value_type;

}  // namespace detail

/// write() and read() for work that yields a value.
template <class Work>
Async<detail::WorkValue<Work>> writeFor(Database& database, Work work) {
    return detail::valueOf<detail::WorkValue<Work>>(
        [&database](Database::Work unit) { return database.write(std::move(unit)); }, std::move(work));
}

template <class Work>
Async<detail::WorkValue<Work>> readFor(Database& database, Work work) {
    return detail::valueOf<detail::WorkValue<Work>>(
        [&database](Database::Work unit) { return database.read(std::move(unit)); }, std::move(work));
}

}  // namespace ph
