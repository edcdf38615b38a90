#include "cli/jobs/job_watch.h"

#include "client/connection.h"
#include "reflect/codec.h"

namespace ph::cli {

JobWatch::JobWatch(client::Connection& connection, JobId job)
    : m_connection(connection), m_job(job), m_jobs(connection), m_events(connection) {
    connect(&m_events, &client::EventStream::frame, this, &JobWatch::frame);
    connect(&connection, &client::Connection::stateChanged, this, [this](const client::LinkState& state) {
        if (state.link == client::Link::Unauthorised && state.cause) Q_EMIT failed(*state.cause);
    });
}

void JobWatch::start() {
    // 1. Where the events stand; 2. listen from there; 3. look at the job: nothing falls between.
    client::JobListQuery query;
    query.limit = 1;
    m_head = m_jobs.list(query);
    m_head.onDone(this, [this](Result<api::JobList> list) {
        if (list.has_error()) {
            Q_EMIT failed(list.error());
            return;
        }
        m_events.start(list->position);
        look();
    });
}

void JobWatch::look() {
    m_look = m_jobs.get(m_job);
    m_look.onDone(this, [this](Result<api::JobDetail> detail) {
        if (detail.has_error())
            Q_EMIT failed(detail.error());
        else
            take(detail->job);
    });
}

void JobWatch::take(const JobSummary& job) {
    if (job.seq <= m_seq) return;
    m_seq = job.seq;
    Q_EMIT changed(job);
}

void JobWatch::frame(const api::EventFrame& frame) {
    if (frame.resync) return look();
    for (const auto& event : frame.events) {
        if (event.object != m_job.view()) continue;
        if (event.kind == EventKind::JobRemoved) {
            Q_EMIT failed(Error(kJobNotFound).with("job", m_job.str()));
            return;
        }
        // A row that this version cannot read is looked up again, where unknown fields are passed over.
        const auto job = reflect::decode<JobSummary>(event.row);
        if (job)
            take(*job);
        else
            look();
    }
}

}  // namespace ph::cli
