#include "store/sql_database.h"

#include "store/group_writer.h"
#include "store/migrations/migrations.h"
#include "store/sql/query.h"
#include "store/sql/sql_connection.h"
#include "store/store_facts.h"

#include <boost/asio/async_result.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <spdlog/spdlog.h>

#include <atomic>
#include <thread>

namespace ph {

namespace asio = boost::asio;

namespace {

constexpr std::size_t kLargestGroup = 256;
/// How long the writer stays awake for the next work: to wake it on an idle core can cost a quarter of a commit.
constexpr auto kWriterAwake = std::chrono::microseconds(300);

/// Brings the result back to the coroutine's executor, which counts it as work until then.
template <class Handler>
class HandlerCompletion final : public WorkCompletion {
public:
    HandlerCompletion(Handler handler, asio::any_io_executor executor)
        : m_handler(std::move(handler)),
          m_executor(asio::prefer(std::move(executor), asio::execution::outstanding_work.tracked)) {}

    void complete(Result<> result) override {
        auto deliver = [handler = std::move(m_handler), result = std::move(result)]() mutable {
            std::move(handler)(std::move(result));
        };
        asio::post(m_executor, std::move(deliver));
    }

private:
    Handler m_handler;
    asio::any_io_executor m_executor;
};

Async<> queued(WorkQueue& queue, Database::Work work) {
    auto executor = co_await asio::this_coro::executor;
    auto start = [&queue, &work, &executor](auto handler) {
        using Completion = HandlerCompletion<std::decay_t<decltype(handler)>>;
        queue.push({std::move(work), std::make_unique<Completion>(std::move(handler), executor)});
    };
    auto pending = asio::async_initiate<const asio::use_awaitable_t<>, void(Result<>)>(start, asio::use_awaitable);
    Result<> result = co_await std::move(pending);
    co_return result;
}

}  // namespace

struct SqlDatabase::State {
    State(Options given, const Clock& c)
        : options(std::move(given)), clock(c), writes(options.mostWaiting), reads(options.mostWaiting) {}

    ~State() {
        writes.close();
        reads.close();
        for (auto& thread : threads) thread.join();
    }

    void writeAll();
    void readAll(SqlConnection& connection);
    Result<> readOne(SqlConnection& connection, SqlTransaction& transaction, const Work& work);
    void publish();

    const Options options;
    const Clock& clock;
    WorkQueue writes;
    WorkQueue reads;
    std::unique_ptr<SqlConnection> connection;
    std::unique_ptr<GroupWriter> writer;
    std::vector<std::unique_ptr<SqlConnection>> readers;
    std::mutex listenerMutex;
    CommitListener* listener = nullptr;
    std::int64_t epoch = 0;
    std::atomic<std::int64_t> seq = 0;
    std::vector<std::thread> threads;
};

void SqlDatabase::State::publish() {
    const std::lock_guard lock(listenerMutex);
    seq = writer->position().seq;
    if (listener && !writer->committedEvents().empty()) listener->committed(writer->committedEvents());
}

void SqlDatabase::State::writeAll() {
    while (true) {
        auto works = writes.take(kLargestGroup, kWriterAwake);
        if (works.empty()) return;
        const bool before = writer->fenced();
        auto results = writer->run(works);
        publish();
        for (std::size_t i = 0; i < works.size(); ++i) works[i].completion->complete(std::move(results[i]));
        if (writer->fenced() && !before && options.onFenced) options.onFenced();
    }
}

Result<> SqlDatabase::State::readOne(SqlConnection& reader, SqlTransaction& transaction, const Work& work) {
    Result<> result;
    try {
        reader.begin();
        result = work(transaction);
    } catch (const std::exception& e) {
        result = reader.errorOf(e);
    }
    try {
        if (reader.inTransaction()) Query(reader, "ROLLBACK").run();
    } catch (const std::exception& e) {
        spdlog::error("a read could not be ended: {}", e.what());
    }
    return result;
}

void SqlDatabase::State::readAll(SqlConnection& reader) {
    SqlTransaction transaction(reader, nullptr, options.secretKey, clock);
    for (auto works = reads.take(1); !works.empty(); works = reads.take(1)) {
        auto result = readOne(reader, transaction, works.front().work);
        works.front().completion->complete(std::move(result));
        works.clear();
    }
}

SqlDatabase::SqlDatabase(std::unique_ptr<State> state) : m_state(std::move(state)) {}

SqlDatabase::~SqlDatabase() = default;

Result<std::unique_ptr<SqlDatabase>> SqlDatabase::open(Options options, const Clock& clock) {
    auto state = std::make_unique<State>(std::move(options), clock);
    auto& s = *state;
    auto connection =
        SqlConnection::open({s.options.location, SqlConnection::Mode::Writer, s.options.largest, s.options.exclusive});
    if (!connection) return connection.error();
    s.connection = std::move(*connection);
    if (auto done = migrate(*s.connection, static_cast<int>(migrations().size())); !done) return done.error();
    try {
        s.writer = std::make_unique<GroupWriter>(*s.connection, s.options.secretKey, clock, s.options.newEpoch);
    } catch (const std::exception& e) {
        return s.connection->errorOf(e);
    }
    s.epoch = s.writer->position().epoch;
    s.seq = s.writer->position().seq;
    for (int i = 0; i < std::max(1, s.options.readers); ++i) {
        auto reader = SqlConnection::open({s.options.location, SqlConnection::Mode::Reader, {}});
        if (!reader) return reader.error();
        s.readers.push_back(std::move(*reader));
    }
    s.threads.emplace_back([&s] { s.writeAll(); });
    for (auto& reader : s.readers) s.threads.emplace_back([&s, &reader = *reader] { s.readAll(reader); });
    return std::unique_ptr<SqlDatabase>(new SqlDatabase(std::move(state)));
}

Async<> SqlDatabase::write(Work work) {
    return queued(m_state->writes, std::move(work));
}

Async<> SqlDatabase::read(Work work) {
    return queued(m_state->reads, std::move(work));
}

Async<StoreFacts> SqlDatabase::facts() {
    // The transactions that works get here are this database's own.
    auto work = [](Transaction& tx) { return storeFacts(static_cast<SqlTransaction&>(tx).connection()); };
    auto pending = readFor(*this, work);
    co_return co_await std::move(pending);
}

void SqlDatabase::setListener(CommitListener* listener) {
    const std::lock_guard lock(m_state->listenerMutex);
    m_state->listener = listener;
}

EventPosition SqlDatabase::head() const {
    return {m_state->epoch, m_state->seq};
}

std::int64_t SqlDatabase::term() const {
    return m_state->writer->term();
}

}  // namespace ph
