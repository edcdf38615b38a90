#pragma once

#include "client/call.h"
#include "client/events/event_stream.h"
#include "client/jobs/job_client.h"

#include <QObject>

namespace ph::cli {

/// Tells every change of one job from what it is now on, by events. Lost connections are made again.
class JobWatch : public QObject {
    Q_OBJECT

public:
    JobWatch(client::Connection& connection, JobId job);
    void start();

Q_SIGNALS:
    void changed(const ph::JobSummary& job);
    void failed(const ph::Error& error);

private:
    void look();
    void take(const JobSummary& job);
    void frame(const api::EventFrame& frame);

    client::Connection& m_connection;
    JobId m_job;
    client::JobClient m_jobs;
    client::EventStream m_events;
    client::Call<api::JobList> m_head;
    client::Call<api::JobDetail> m_look;
    std::int64_t m_seq = -1;
};

}  // namespace ph::cli
