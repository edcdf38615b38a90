#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/byte_range.h"
#include "cli/jobs/job_follower.h"
#include "cli/jobs/job_outcome.h"
#include "cli/jobs/job_reference.h"
#include "cli/jobs/tail_finder.h"

#include <algorithm>
#include <ostream>

namespace ph::cli {

namespace {

class LogsCommand final : public Command {
public:
    std::string_view name() const override { return "logs"; }
    std::string_view group() const override { return "group-jobs"; }
    std::string_view summary() const override { return "help-logs"; }

    void describe(Options options) override {
        options.argument("JOB", m_reference, "help-one-job");
        options.flag("-f,--follow", m_follow, "help-logs-follow");
        options.number("--tail", m_tail, {0, {}}, "N", "help-tail");
        options.text("--bytes", m_bytes, "RANGE", "help-bytes");
        options.number("--attempt", m_attempt, {1, 1'000'000}, "N", "help-attempt");
        options.example("  phctl logs 142 -f\n  phctl logs 142 --tail 20\n  phctl logs 142 --bytes -4096");
    }

    void start(Context& context) override {
        m_context = &context;
        if (!m_bytes.empty()) {
            const auto range = parseByteRange(m_bytes);
            if (!range || m_tail >= 0) return context.fail(ExitCode::Usage, "bad-range", {{"value", m_bytes}});
            m_range = *range;
        }
        if (!context.connection()) return;
        resolveJob(context, m_reference, [this](JobId id) {
            m_job = id;
            if (m_tail >= 0) return readTail();
            m_follow ? follow(m_range.offset) : read(m_range.offset, m_range.length);
        });
    }

private:
    void write(const QByteArray& piece) { m_context->pass(piece, false); }

    client::LogStream& open(std::int64_t offset, std::int64_t length, bool follow) {
        const client::LogRequest request{m_job, static_cast<int>(m_attempt), offset, length, follow};
        if (m_stream) m_stream.release()->deleteLater();
        m_stream = std::make_unique<client::LogStream>(*m_context->connection(), request);
        QObject::connect(m_stream.get(), &client::LogStream::failed, m_context,
                         [this](const Error& error) { m_context->fail(error); });
        return *m_stream;
    }

    void read(std::int64_t offset, std::int64_t length, bool follow = false) {
        auto& stream = open(offset, length, follow);
        QObject::connect(&stream, &client::LogStream::bytes, m_context, [this, follow](const QByteArray& piece) {
            write(piece);
            if (follow) m_context->streams().out.flush();
        });
        QObject::connect(&stream, &client::LogStream::finished, m_context, [this] { m_context->finish(); });
        stream.start();
    }

    /// Of one attempt if it was named, else of all that come.
    void follow(std::int64_t offset) {
        if (m_attempt != 0) return read(offset, 0, true);
        m_follower = std::make_unique<JobFollower>(*m_context->connection(), m_job, true, offset);
        QObject::connect(m_follower.get(), &JobFollower::bytes, m_context, [this](const QByteArray& piece) {
            write(piece);
            m_context->streams().out.flush();
        });
        QObject::connect(m_follower.get(), &JobFollower::failed, m_context,
                         [this](const Error& error) { m_context->fail(error); });
        QObject::connect(m_follower.get(), &JobFollower::finished, m_context, [this](const JobSummary& job) {
            tellOutcome(*m_context, job);
            m_context->finish();
        });
        m_follower->start();
    }

    /// Reads from ever further back until enough lines are there.
    void readTail() {
        constexpr std::int64_t kPerLine = 200, kAtLeast = 16 * 1024, kMost = 256 << 20;
        m_window = std::clamp(m_window == 0 ? std::min(m_tail, kMost) * kPerLine : m_window * 4, kAtLeast, kMost);
        m_held.clear();
        m_begin = -1;
        auto& stream = open(-m_window, 0, false);
        QObject::connect(&stream, &client::LogStream::bytes, m_context, [this](const QByteArray& piece, qint64 offset) {
            if (m_begin < 0) m_begin = offset;
            m_held += piece;
        });
        QObject::connect(&stream, &client::LogStream::finished, m_context, [this] {
            const std::size_t from =
                tailOf(std::string_view(m_held.constData(), static_cast<std::size_t>(m_held.size())), m_tail);
            if (from == 0 && m_begin > 0 && m_window < kMost) return readTail();
            const std::int64_t end = std::max<std::int64_t>(m_begin, 0) + m_held.size();
            write(m_held.mid(static_cast<qsizetype>(from)));
            m_context->streams().out.flush();
            m_follow ? follow(end) : m_context->finish();
        });
        stream.start();
    }

    std::string m_reference;
    bool m_follow = false;
    std::int64_t m_tail = -1;
    std::string m_bytes;
    std::int64_t m_attempt = 0;
    ByteRange m_range;
    JobId m_job;
    std::int64_t m_window = 0;
    std::int64_t m_begin = -1;
    QByteArray m_held;
    Context* m_context = nullptr;
    std::unique_ptr<client::LogStream> m_stream;
    std::unique_ptr<JobFollower> m_follower;
};

}  // namespace

std::unique_ptr<Command> makeLogsCommand() {
    return std::make_unique<LogsCommand>();
}

}  // namespace ph::cli
