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
    for (const auto& row : page.items) m_jobs.putListed(row);
    if (!page.next.empty()) return;
    m_jobsListed = true;
    listsDone();
}

void Mirror::nodesCame(const Result<api::NodeList>& answer) {
    if (answer.has_error()) return listFailed(answer.error());
    take(*answer);
}

void Mirror::take(const api::NodeList& nodes) {
    for (const auto& row : nodes.items) m_nodes.putListed(row);
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
    for (const auto& event : frame.events) applyRow(event);
    judge();
}

void Mirror::applyRow(const api::EventRow& event) {
    switch (event.kind) {
        case EventKind::JobChanged:
            if (auto row = reflect::decode<JobSummary>(event.row)) m_jobs.put(std::move(*row));
            return;
        case EventKind::JobRemoved:
            if (const auto id = JobId::parse(event.object)) m_jobs.remove(*id, event.seq);
            return;
        case EventKind::NodeChanged:
            if (auto row = reflect::decode<NodeSummary>(event.row)) m_nodes.put(std::move(*row));
            return;
        case EventKind::NodeRemoved:
            if (const auto id = NodeId::parse(event.object)) m_nodes.remove(*id, event.seq);
            return;
        case EventKind::UserChanged:
            return;
    }
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
