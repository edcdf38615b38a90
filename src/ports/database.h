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

template <class Work>
using WorkValue = typename std::invoke_result_t<Work, Transaction&>::value_type;

/// `work` as one without a value, which it leaves in `value`.
template <class Work>
Database::Work keeping(std::shared_ptr<std::optional<WorkValue<Work>>> value, Work work) {
    return [value = std::move(value), work = std::move(work)](Transaction& tx) -> Result<> {
        auto result = work(tx);
        if (!result) return result.error();
        *value = std::move(*result);
        return {};
    };
}

/// Apart from the work, so that it is compiled once for each type of value.
template <class T>
Async<T> valueAfter(Async<> work, std::shared_ptr<std::optional<T>> value) {
    const Result<> done = co_await std::move(work);
    if (!done) co_return done.error();
    co_return std::move(**value);
}

}  // namespace detail

/// write() and read() for work that yields a value.
template <class Work>
Async<detail::WorkValue<Work>> writeFor(Database& database, Work work) {
    auto value = std::make_shared<std::optional<detail::WorkValue<Work>>>();
    return detail::valueAfter(database.write(detail::keeping(value, std::move(work))), value);
}

template <class Work>
Async<detail::WorkValue<Work>> readFor(Database& database, Work work) {
    auto value = std::make_shared<std::optional<detail::WorkValue<Work>>>();
    return detail::valueAfter(database.read(detail::keeping(value, std::move(work))), value);
}

}  // namespace ph
