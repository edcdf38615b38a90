#include "app/controller/wiring.h"

#include "api/version.h"
#include "base/log.h"
#include "http/accounts/account_routes.h"
#include "http/audit/audit_routes.h"
#include "http/backup/backup_routes.h"
#include "http/blobs/blob_routes.h"
#include "http/events/event_routes.h"
#include "http/jobs/job_routes.h"
#include "http/nodes/node_routes.h"
#include "http/queues/queue_routes.h"
#include "http/support/support_routes.h"
#include "http/system/system_routes.h"
#include "service/jobs/site_loading.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::controller {

namespace {

/// Submissions and uploads stop while less than this is free, so that what runs can still write its end.
constexpr Bytes kDiskReserve = mebibytes(512);

LaunchSite launchSite(const SiteCatalogue& catalogue) {
    LaunchSite site;
    for (const auto& runtime : catalogue.templates) site.templates.emplace(runtime.name, runtime);
    for (const auto& area : catalogue.areas) site.areas.emplace(area.name, area);
    return site;
}

/// Connections that leave room for the files, sockets and pipes of everything else.
std::size_t mostConnections(int asked) {
    constexpr rlim_t kElsewhere = 512;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return static_cast<std::size_t>(asked);
    const auto room = files.rlim_cur > 2 * kElsewhere ? files.rlim_cur - kElsewhere : files.rlim_cur / 2;
    if (room >= static_cast<rlim_t>(asked)) return static_cast<std::size_t>(asked);
    spdlog::warn("{} connections at most, not {}: this process may have {} files open (LimitNOFILE, ulimit -n)", room,
                 asked, files.rlim_cur);
    return room;
}

http::Rates ratesOf(const Options& options) {
    // Bursts are of four seconds, as a person's or a page's requests come together; a token's is of one.
    const auto bursts = [](double perSecond) { return Rate{perSecond, 4 * perSecond}; };
    const double connections = options.connectionRate, token = options.tokenRate;
    return {bursts(connections), {6 * connections, 12 * connections}, bursts(options.strangerRate), {token, token}};
}

http::HttpServer::Options serverOptions(const Options& options, const DataFolder& folder) {
    http::HttpServer::Options server;
    server.address = options.listen;
    server.port = static_cast<std::uint16_t>(options.port);
    server.unixSocket = folder.socket();
    server.hosts = options.hosts;
    server.connections = http::ConnectionTable::Bounds::sharesOf(mostConnections(options.connections));
    server.rates = ratesOf(options);
    return server;
}

}  // namespace

Result<Foundation> openFoundation(const Options& options, bool newEpoch) {
    Foundation base;
    auto folder = openDataFolder(options.data);
    if (!folder) return folder.error();
    base.folder = std::move(*folder);
    auto lock = DataLock::take(base.folder.root);
    if (!lock) return lock.error();
    base.lock = std::move(*lock);
    auto keys = loadSiteKeys(base.folder.keys());
    if (!keys) return keys.error();
    base.keys = *keys;
    SqlDatabase::Options store;
    const auto location = storeLocation(base.folder, options.database);
    if (!location) return location.error();
    store.location = *location;
    store.exclusive = true;
    store.newEpoch = newEpoch;
    store.secretKey = base.keys.secrets;
    // A controller that lost its store must not go on answering: the next one owns the work.
    store.onFenced = [fenced = base.fenced] {
        *fenced = true;
        ::kill(::getpid(), SIGTERM);
    };
    // The folder may be one that others can enter; what SQLite makes there is for this user alone.
    const mode_t before = ::umask(0077);
    auto database = SqlDatabase::open(std::move(store), *base.clock);
    ::umask(before);
    if (!database) return database.error();
    base.database = std::move(*database);
    base.ownStore = *location == base.folder.database();
    if (const auto kept = rememberStore(base.folder, *location); !kept) return kept.error();
    auto catalogue = loadSiteCatalogue(base.folder.root, resourcesFolder());
    if (!catalogue) return catalogue.error();
    base.catalogue = std::move(*catalogue);
    return base;
}

Wiring::Wiring(const Options& options, Foundation foundation, http::TlsIdentity tls, std::shared_ptr<LogTail> log)
    : base(std::move(foundation)),
      identity(std::move(tls)),
      blobs(base.folder.blobs(), kDiskReserve),
      engine(logic.get_executor(), options, base.folder.root,
             [this](const std::string& digest) { return blobs.path(digest); }),
      scheduler(logic.get_executor(), *base.database, {&engine.engine()}, blobs, launchSite(base.catalogue), metrics,
                clock, random),
      authentication(*base.database, hasher, clock, random),
      users(*base.database, hasher, authentication, clock, random),
      tokens(*base.database, authentication, clock, random),
      secrets(*base.database, clock),
      blobOwners(*base.database, clock),
      jobs(*base.database, blobs, base.catalogue, scheduler, scheduler, clock, random),
      nodes(*base.database, scheduler),
      queues(*base.database, scheduler, scheduler, clock),
      events(*base.database),
      audit(*base.database),
      backupFolder(base.folder.root, std::string(api::kProgramVersion), clock),
      backups(*base.database, backupFolder, clock),
      supportFacts(
          options, base.catalogue, base.ownStore, [this] { return health(); }, metrics, std::move(log)),
      support(*base.database, *base.database, scheduler, supportFacts, std::string(api::kProgramVersion), clock),
      upkeep(*base.database, blobs, clock),
      storeHealth(*base.database, blobs, clock),
      hub(base.database->head(), &maySee),
      fanOut(hub, scheduler),
      authenticator(authentication, Hop(logic.get_executor())),
      server(dataPlane, serverOptions(options, base.folder), identity, router, authenticator, metrics, clock) {
    base.database->setListener(&fanOut);
    registerRoutes();
}

Wiring::~Wiring() {
    disk.join();
    base.database.reset();
}

void Wiring::registerRoutes() {
    const Hop onLogic(logic.get_executor());
    const Hop onDisk(disk.get_executor());
    http::registerAccountRoutes(router, onLogic, authentication, users);
    http::registerTokenRoutes(router, onLogic, tokens, secrets);
    http::registerBlobRoutes(router, onLogic, onDisk, blobOwners, blobs, base.catalogue.limits.largestFile);
    http::registerJobRoutes(router, onLogic, jobs);
    http::registerJobOptionsRoute(router, onLogic, onDisk, base.catalogue, users, nodes);
    http::registerLogRoutes(router, onLogic, jobs, engine.streams());
    http::registerArtifactRoutes(router, onLogic, onDisk, jobs, blobs);
    http::registerStreamRoutes(router, onLogic, jobs, engine.streams());
    http::registerNodeRoutes(router, onLogic, nodes);
    http::registerQueueRoutes(router, onLogic, queues);
    http::registerEventRoutes(router, onLogic, events, hub);
    http::registerAuditRoutes(router, onLogic, audit);
    http::registerBackupRoutes(router, onLogic, backups);
    http::registerSupportRoutes(router, onLogic, support);
    const api::ServerInfo info{std::string(api::kProgramVersion), base.catalogue.siteName, identity.fingerprint()};
    const auto engines = [this] { return scheduler.enginesAnswer(); };
    http::registerSystemRoutes(router, info, http::healthOf(onLogic, storeHealth, engines), metrics);
}

std::map<std::string, bool> Wiring::health() const {
    return {{"store", !*base.fenced}, {"engines", scheduler.enginesAnswer()}};
}

}  // namespace ph::controller
