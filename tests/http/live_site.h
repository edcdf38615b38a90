#pragma once

#include "events/event_hub.h"
#include "http/scripted_stream.h"
#include "http/test_server.h"
#include "http/test_web_socket.h"
#include "service/accounts/token_service.h"
#include "service/accounts/user_service.h"
#include "service/audit/audit_service.h"
#include "service/backup/backup_service.h"
#include "service/blobs/blob_service.h"
#include "service/events/event_service.h"
#include "service/jobs/job_service.h"
#include "service/nodes/node_service.h"
#include "service/queues/queue_service.h"
#include "service/support/support_service.h"
#include "service/upkeep/store_health.h"
#include "store/backup/folder_backup.h"
#include "store/blobs/folder_blob_store.h"
#include "store/sql_database.h"
#include "support/logic_thread.h"
#include "support/manual_clock.h"
#include "support/seeded_random.h"

#include <boost/asio/thread_pool.hpp>

namespace ph::test {

inline constexpr const char* kRootPassword = "correct horse battery";

/// A planner that has looked at nothing yet and a node that holds nothing.
class QuietPlanner final : public Explainer, public JobControl, public NodeView {
public:
    QuietPlanner();
    std::optional<Verdict> why(JobId) const override { return std::nullopt; }
    Verdict couldEverFit(const Resources&) const override { return {}; }
    Async<std::optional<Verdict>> explain(JobId) override { co_return std::nullopt; }
    Async<Verdict> whatIf(ProposedJob) override { co_return Verdict(); }
    void wake() override {}
    std::vector<NodeSummary> nodes() const override { return {node}; }
    Async<std::vector<UsageSample>> samples(NodeId id, std::size_t count) override;
    NodeSummary node;
};

class QuietSource final : public SupportSource {
public:
    std::vector<SupportPart> parts() const override { return {{"log.txt", "quiet\n"}}; }
};

/// The controller's HTTP side as it is in the product: every route, the real services and a real store.
class LiveSite {
public:
    LiveSite();
    ~LiveSite();

    TestClient connect() const { return server->connect(); }
    /// A token of a new user of root's organisation.
    std::string tokenOf(const std::string& name, Role role = Role::User);
    boost::json::value get(std::string_view path, std::string_view token = {}) const;
    JobId submit(std::string_view token, std::string_view spec = R"({"command":["true"]})");
    /// As the scheduler loop does: a TaskRun for the start.
    void bring(JobId id, JobState state);
    template <class T>
    T run(boost::asio::awaitable<T> work) {
        return logic.run(std::move(work));
    }

    TemporaryFolder folder;
    ManualClock clock;
    SeededRandom random;
    LogicThread logic;
    boost::asio::thread_pool disk{1};
    std::unique_ptr<SqlDatabase> database;
    FolderBlobStore blobs;
    SiteCatalogue catalogue;
    QuietPlanner planner;
    ScriptedStream streams;
    PasswordHasher hasher;
    AuthenticationService authentication;
    UserService users;
    TokenService tokens;
    SecretService secrets;
    BlobService blobOwners;
    JobService jobs;
    NodeService nodes;
    QueueService queues;
    EventService events;
    AuditService audit;
    FolderBackup backupFolder;
    BackupService backups;
    QuietSource source;
    SupportService support;
    StoreHealth storeHealth;
    EventHub hub;
    http::PrometheusMetrics metrics;
    http::Router router;
    http::ServiceAuthenticator authenticator;
    std::string root;  ///< a token of the first administrator
    std::optional<TestServer> server;

private:
    void step(JobId id, JobState state);
};

class LiveTest : public ::testing::Test {
protected:
    LiveSite site;
};

}  // namespace ph::test
