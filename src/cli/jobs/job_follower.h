#pragma once

#include "cli/jobs/job_watch.h"
#include "client/jobs/log_stream.h"

#include <QObject>

#include <memory>
#include <optional>

namespace ph::cli {

/// A job's logs, attempt after attempt, until it has ended.
class JobFollower : public QObject {
    Q_OBJECT

public:
    /// `withLog` false: only waits. `firstOffset` is where the first attempt's log begins (negative: from its end).
    JobFollower(client::Connection& connection, JobId job, bool withLog, std::int64_t firstOffset = 0);
    void start() { m_watch.start(); }

Q_SIGNALS:
    void changed(const ph::JobSummary& job);
    void bytes(const QByteArray& piece);
    void finished(const ph::JobSummary& job);
    void failed(const ph::Error& error);

private:
    void look();
    void streamEnded();

    client::Connection& m_connection;
    JobId m_job;
    bool m_withLog;
    std::int64_t m_offset;
    JobWatch m_watch;
    std::optional<JobSummary> m_latest;
    std::unique_ptr<client::LogStream> m_stream;
    int m_attempt = 0;  ///< the last one whose log was or is being read
};

}  // namespace ph::cli
