#pragma once

#include "client/connection.h"
#include "client/events/back_off.h"
#include "client/events/event_stream.h"
#include "client/jobs/job_client.h"
#include "client/nodes/node_client.h"
#include "mirror/jobs/job_table.h"
#include "mirror/nodes/node_table.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

namespace ph::mirror {

/// Loading: the lists are not complete yet. Live: every change is here within moments. Stale: the link is down, what is
/// here was true at `staleSince`.
enum class Freshness { Loading, Live, Stale };

/// The read-only copy of a server's state that all windows share: lists in pages, then events from the position that
/// the first page was at least as new as. A gap (resync) makes it fetch the lists again under the rows that are shown.
class Mirror : public QObject {
    Q_OBJECT
public:
    explicit Mirror(client::Connection& connection, QObject* parent = nullptr);

    /// Begins, or begins anew with other rights.
    void start();
    void stop();
    void retryNow();

    JobTable& jobs() { return m_jobs; }
    NodeTable& nodes() { return m_nodes; }
    Freshness freshness() const { return m_freshness; }
    const QDateTime& staleSince() const { return m_staleSince; }

    /// What start() does with each answer and frame; public for what feeds a mirror without a server.
    void take(const api::JobList& page);
    void take(const api::NodeList& nodes);
    void apply(const api::EventFrame& frame);

Q_SIGNALS:
    void freshnessChanged();
    /// A list could not be fetched and trying again will not help.
    void failed(const ph::Error& error);

private:
    void fetchLists();
    void fetchJobs(const std::string& cursor);
    void jobsCame(const Result<api::JobList>& answer);
    void nodesCame(const Result<api::NodeList>& answer);
    void listFailed(const Error& error);
    void listsDone();
    void linkChanged(const client::LinkState& state);
    void judge();

    static constexpr int kPage = 500;

    client::Connection& m_connection;
    client::JobClient m_jobClient;
    client::NodeClient m_nodeClient;
    client::EventStream m_stream;
    JobTable m_jobs;
    NodeTable m_nodes;
    client::Call<api::JobList> m_jobCall;
    client::Call<api::NodeList> m_nodeCall;
    client::BackOff m_backOff;
    QTimer m_retry;
    std::string m_jobPosition;
    std::string m_nodePosition;
    bool m_streaming = false;
    bool m_jobsListed = false;
    bool m_nodesListed = false;
    Freshness m_freshness = Freshness::Loading;
    QDateTime m_staleSince;
    QDateTime m_lastSign;
};

}  // namespace ph::mirror
