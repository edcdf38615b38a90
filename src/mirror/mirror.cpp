#include "mirror/mirror.h"

#include "domain/events/event.h"
#include "reflect/codec.h"

namespace ph::mirror {

namespace {

std::int64_t seqOf(const std::string& position) {
    const auto parsed = parsePosition(position);
    return parsed ? parsed->seq : 0;
}

}  // namespace

Mirror::Mirror(client::Connection& connection, QObject* parent)
    : QObject(parent),
      m_connection(connection),
      m_jobClient(connection),
      m_nodeClient(connection),
      m_stream(connection) {
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Mirror::fetchLists);
    connect(&m_stream, &client::EventStream::frame, this, &Mirror::apply);
    connect(&m_connection, &client::Connection::stateChanged, this, &Mirror::linkChanged);
}

void Mirror::start() {
    stop();
    m_backOff.reset();
    fetchLists();
}

void Mirror::stop() {
    m_streaming = false;
    m_stream.stop();
    m_jobCall.cancel();
    m_nodeCall.cancel();
    m_retry.stop();
    m_jobs.clear();
    m_nodes.clear();
    m_jobsListed = m_nodesListed = false;
    m_freshness = Freshness::Loading;
    Q_EMIT freshnessChanged();
}

void Mirror::retryNow() {
    if (m_retry.isActive()) {
        m_retry.stop();
        fetchLists();
    }
    m_stream.retryNow();
}

void Mirror::fetchLists() {
    m_jobsListed = m_nodesListed = false;
    m_jobPosition.clear();
    m_jobs.beginList();
    m_nodes.beginList();
    fetchJobs({});
    m_nodeCall = m_nodeClient.list();
    m_nodeCall.onDone(this, [this](const Result<api::NodeList>& answer) { nodesCame(answer); });
    judge();
}

void Mirror::fetchJobs(const std::string& cursor) {
    client::JobListQuery query;
    query.cursor = cursor;
    query.limit = kPage;
    m_jobCall = m_jobClient.list(query);
    m_jobCall.onDone(this, [this](const Result<api::JobList>& answer) { jobsCame(answer); });
}

void Mirror::jobsCame(const Result<api::JobList>& answer) {
    if (answer.has_error()) return listFailed(answer.error());
    take(*answer);
    // Events are taken from the first page on: what changes while later pages come is newer by its seq. After a resync
    // the stream goes on by itself.
    if (!m_streaming) m_stream.start(m_jobPosition);
    m_streaming = true;
    if (!answer->next.empty()) fetchJobs(answer->next);
}

void Mirror::take(const api::JobList& page) {
    if (m_jobPosition.empty()) m_jobPosition = page.position;
    m_jobs.putListed(page.items);
    if (!page.next.empty()) return;
    m_jobsListed = true;
    listsDone();
}

void Mirror::nodesCame(const Result<api::NodeList>& answer) {
    if (answer.has_error()) return listFailed(answer.error());
    take(*answer);
}

void Mirror::take(const api::NodeList& nodes) {
    m_nodes.putListed(nodes.items);
    m_nodePosition = nodes.position;
    m_nodesListed = true;
    listsDone();
}

void Mirror::listsDone() {
    if (!m_jobsListed || !m_nodesListed) return;
    m_jobs.endList(seqOf(m_jobPosition));
    m_nodes.endList(seqOf(m_nodePosition));
    m_backOff.reset();
    m_lastSign = QDateTime::currentDateTime();
    judge();
}

void Mirror::listFailed(const Error& error) {
    m_jobCall.cancel();
    m_nodeCall.cancel();
    if (error.retryable())
        m_retry.start(m_backOff.next());
    else
        Q_EMIT failed(error);
    judge();
}

void Mirror::apply(const api::EventFrame& frame) {
    m_lastSign = QDateTime::currentDateTime();
    if (frame.resync) return fetchLists();
    // All of a frame at once: its seqs decide what is newer, not the order in which rows are put and removed.
    std::vector<JobSummary> jobs;
    std::vector<NodeSummary> nodes;
    std::vector<JobTable::Removal> jobsGone;
    std::vector<NodeTable::Removal> nodesGone;
    for (const auto& event : frame.events) {
        switch (event.kind) {
            case EventKind::JobChanged:
                if (auto row = reflect::decode<JobSummary>(event.row)) jobs.push_back(std::move(*row));
                break;
            case EventKind::JobRemoved:
                if (const auto id = JobId::parse(event.object)) jobsGone.emplace_back(*id, event.seq);
                break;
            case EventKind::NodeChanged:
                if (auto row = reflect::decode<NodeSummary>(event.row)) nodes.push_back(std::move(*row));
                break;
            case EventKind::NodeRemoved:
                if (const auto id = NodeId::parse(event.object)) nodesGone.emplace_back(*id, event.seq);
                break;
            case EventKind::UserChanged:
                break;
        }
    }
    m_jobs.put(std::move(jobs));
    m_jobs.remove(jobsGone);
    m_nodes.put(std::move(nodes));
    m_nodes.remove(nodesGone);
    judge();
}

void Mirror::linkChanged(const client::LinkState&) {
    judge();
}

void Mirror::judge() {
    Freshness now = Freshness::Loading;
    const auto link = m_connection.state().link;
    const bool down = link != client::Link::Connected && link != client::Link::Unknown;
    if (m_jobsListed && m_nodesListed)
        now = down ? Freshness::Stale : Freshness::Live;
    else if (down && m_lastSign.isValid())
        now = Freshness::Stale;
    if (now == m_freshness) return;
    m_freshness = now;
    if (now == Freshness::Stale) m_staleSince = m_lastSign;
    Q_EMIT freshnessChanged();
}

}  // namespace ph::mirror
