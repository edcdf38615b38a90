#include "http/jobs/log_source.h"

#include "domain/jobs/job.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <limits>

namespace ph::http {

namespace {

constexpr std::chrono::milliseconds kWait{2000};
constexpr std::chrono::milliseconds kLaunchLook{50};  ///< between looks at a run that is decided but not launched

constexpr int kMostLooks = 600;  ///< a run that was stopped before its launch never has a log

boost::asio::awaitable<void> pauseBetweenLooks() {
    const auto executor = co_await boost::asio::this_coro::executor;
    boost::asio::steady_timer timer(executor, kLaunchLook);
    co_await timer.async_wait(boost::asio::use_awaitable);
}

}  // namespace

LogSource::LogSource(Hop logic, TaskStream& streams, TaskRunId run, LogRange range)
    : m_logic(std::move(logic)), m_streams(streams), m_run(run), m_range(range), m_offset(range.offset) {}

Async<LogPiece> LogSource::open() {
    m_left = m_range.length < 0 ? std::numeric_limits<std::int64_t>::max() : m_range.length;
    auto reading =
        m_logic.run(m_streams, &TaskStream::readLog, m_run, m_offset, wanted(), std::chrono::milliseconds(0));
    Result<LogPiece> piece = co_await std::move(reading);
    if (!piece && m_range.follow && piece.error().id == kJobNotStarted) {
        m_offset = std::max<std::int64_t>(m_offset, 0);
        co_return LogPiece{{}, m_offset, 0, false};
    }
    if (!piece) co_return piece.error();
    m_offset = piece->offset;
    if (!m_range.follow) m_left = std::clamp<std::int64_t>(piece->size - m_offset, 0, m_left);
    m_first = std::move(piece->bytes);
    m_complete = piece->complete && m_offset + static_cast<std::int64_t>(m_first.size()) >= piece->size;
    m_first.resize(std::min<std::size_t>(m_first.size(), static_cast<std::size_t>(m_left)));
    co_return LogPiece{{}, piece->offset, piece->size, piece->complete};
}

std::size_t LogSource::wanted() const {
    return static_cast<std::size_t>(std::min<std::int64_t>(m_left, static_cast<std::int64_t>(kPiece)));
}

Async<std::optional<std::string>> LogSource::next() {
    std::string bytes = std::exchange(m_first, {});
    if (bytes.empty()) {
        if (m_left == 0 || m_complete) co_return std::optional<std::string>();
        const auto wait = m_range.follow ? kWait : std::chrono::milliseconds(0);
        auto reading = m_logic.run(m_streams, &TaskStream::readLog, m_run, m_offset, wanted(), wait);
        Result<LogPiece> piece = co_await std::move(reading);
        if (!piece && m_range.follow && piece.error().id == kJobNotStarted && ++m_looks < kMostLooks) {
            auto pause = pauseBetweenLooks();
            co_await std::move(pause);
            co_return std::optional<std::string>(std::string());
        }
        if (!piece) co_return piece.error();
        if (piece->offset != m_offset && !piece->bytes.empty()) co_return Error(kInternal, "the log has a gap");
        bytes = std::move(piece->bytes);
        m_complete = piece->complete && m_offset + static_cast<std::int64_t>(bytes.size()) >= piece->size;
        if (bytes.empty() && !m_range.follow) co_return Error(kUnavailable, "the log became shorter");
        if (bytes.empty() && m_complete) co_return std::optional<std::string>();
    }
    m_offset += static_cast<std::int64_t>(bytes.size());
    m_left -= static_cast<std::int64_t>(bytes.size());
    co_return std::optional<std::string>(std::move(bytes));
}

}  // namespace ph::http
