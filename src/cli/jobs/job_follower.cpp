#include "cli/jobs/job_follower.h"

namespace ph::cli {

JobFollower::JobFollower(client::Connection& connection, JobId job, bool withLog, std::int64_t firstOffset)
    : m_connection(connection), m_job(job), m_withLog(withLog), m_offset(firstOffset), m_watch(connection, job) {
    connect(&m_watch, &JobWatch::failed, this, &JobFollower::failed);
    connect(&m_watch, &JobWatch::changed, this, [this](const JobSummary& summary) {
        m_latest = summary;
        Q_EMIT changed(summary);
        look();
    });
}

void JobFollower::look() {
    if (m_stream || !m_latest) return;
    const bool hasLog =
        m_latest->attempt > 0 && m_latest->state != JobState::Queued && m_latest->state != JobState::Starting;
    if (m_withLog && hasLog && m_latest->attempt != m_attempt) {
        m_attempt = m_latest->attempt;
        const std::int64_t offset = std::exchange(m_offset, 0);
        m_stream =
            std::make_unique<client::LogStream>(m_connection, client::LogRequest{m_job, m_attempt, offset, 0, true});
        connect(m_stream.get(), &client::LogStream::bytes, this, &JobFollower::bytes);
        connect(m_stream.get(), &client::LogStream::finished, this, &JobFollower::streamEnded);
        connect(m_stream.get(), &client::LogStream::failed, this, [this](const Error& error) {
            // An attempt that never got to write has no log; how it ended is told by the job.
            const bool none = error.id.kind == ErrorKind::NotFound || error.id.kind == ErrorKind::Conflict;
            if (none) return streamEnded();
            Q_EMIT failed(error);
        });
        m_stream->start();
        return;
    }
    if (isFinal(m_latest->state)) Q_EMIT finished(*m_latest);
}

void JobFollower::streamEnded() {
    m_stream.release()->deleteLater();
    look();
}

}  // namespace ph::cli
