#pragma once

#include "app/controller/commit_fan_out.h"
#include "app/controller/data_folder.h"
#include "app/controller/options.h"
#include "app/controller/site_engine.h"
#include "app/controller/support_facts.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/task_scope.h"
#include "events/event_hub.h"
#include "http/authenticator.h"
#include "http/metrics/prometheus_metrics.h"
#include "http/router.h"
#include "http/server.h"
#include "http/tls_identity.h"
#include "scheduler/scheduler.h"
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
#include "service/upkeep/upkeep_service.h"
#include "store/backup/folder_backup.h"
#include "store/blobs/folder_blob_store.h"
#include "store/data_lock.h"
#include "store/site_keys.h"
#include "store/sql_database.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <memory>

namespace ph::controller {

/// What must be open before anything is wired: the folder with its lock, keys, store and catalogue.
struct Foundation {
    std::unique_ptr<SystemClock> clock = std::make_unique<SystemClock>();
    DataFolder folder;
    std::unique_ptr<DataLock> lock;
    SiteKeys keys;
    std::shared_ptr<std::atomic<bool>> fenced = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<SqlDatabase> database;
    SiteCatalogue catalogue;
    bool ownStore = true;  ///< in the folder, not in a database elsewhere
};

/// Opens in that order; each failure names what is wrong with the data directory.
/// `newEpoch`: after a restore.
Result<Foundation> openFoundation(const Options& options, bool newEpoch = false);

/// Every part of the controller, each constructed from exactly what it uses. Destroyed in reverse.
struct Wiring {
    Wiring(const Options& options, Foundation foundation, http::TlsIdentity identity, std::shared_ptr<LogTail> log);
    ~Wiring();

    Foundation base;
    const Clock& clock{*base.clock};
    SystemRandom random;
    http::TlsIdentity identity;
    http::PrometheusMetrics metrics;

    boost::asio::io_context logic{1};
    boost::asio::io_context dataPlane{1};
    boost::asio::thread_pool disk{2};
    TaskScope background{logic.get_executor()};

    FolderBlobStore blobs;
    SiteEngine engine;
    Scheduler scheduler;

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
    SupportFacts supportFacts;
    SupportService support;
    UpkeepService upkeep;
    StoreHealth storeHealth;

    EventHub hub;
    CommitFanOut fanOut;
    http::Router router;
    http::ServiceAuthenticator authenticator;
    http::HttpServer server;

private:
    /// Which parts work; thread-safe.
    std::map<std::string, bool> health() const;
    void registerRoutes();
};

}  // namespace ph::controller
