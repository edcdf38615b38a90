#include "http/live_site.h"

#include "api/version.h"
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

namespace ph::test {

using namespace ph::http;

namespace {

std::unique_ptr<SqlDatabase> openStore(const std::string& folder, const Clock& clock) {
    SqlDatabase::Options options;
    options.location = folder + "/pilothouse.db";
    return SqlDatabase::open(options, clock).value();
}

}  // namespace

QuietPlanner::QuietPlanner() {
    node.id = NodeId::parse("naaaaaaaaaaaaa").value();
    node.name = "here";
    node.capacity.accelerators = {{"sim0", "simulated", "A100", gibibytes(40), true}};
}

Async<std::vector<UsageSample>> QuietPlanner::samples(NodeId id, std::size_t count) {
    if (id != node.id) co_return Error(kNodeNotFound);
    co_return std::vector<UsageSample>(std::min<std::size_t>(count, 3));
}

LiveSite::LiveSite()
    : database(openStore(folder.path(), clock)),
      blobs(folder.path() + "/blobs", Bytes{}),
      streams(logic.executor()),
      authentication(*database, hasher, clock, random),
      users(*database, hasher, authentication, clock, random),
      tokens(*database, authentication, clock, random),
      secrets(*database, clock),
      blobOwners(*database, clock),
      jobs(*database, blobs, catalogue, planner, planner, clock, random),
      nodes(*database, planner),
      queues(*database, planner, planner, clock),
      events(*database),
      audit(*database),
      backupFolder(folder.path(), "1.2.3", clock),
      backups(*database, backupFolder, clock),
      support(*database, *database, planner, source, "1.2.3", clock),
      storeHealth(*database, blobs, clock),
      hub(database->head(), &maySee),
      authenticator(authentication, Hop(logic.executor())) {
    database->setListener(&hub);
    catalogue.templates.push_back({"python-sklearn", "Python", "with scikit-learn", {}, {}});
    const Hop onLogic(logic.executor()), onDisk(disk.get_executor());
    registerAccountRoutes(router, onLogic, authentication, users);
    registerTokenRoutes(router, onLogic, tokens, secrets);
    registerBlobRoutes(router, onLogic, onDisk, blobOwners, blobs, mebibytes(4));
    registerJobRoutes(router, onLogic, jobs);
    registerJobOptionsRoute(router, onLogic, onDisk, catalogue, users, nodes);
    registerLogRoutes(router, onLogic, jobs, streams);
    registerArtifactRoutes(router, onLogic, onDisk, jobs, blobs);
    registerStreamRoutes(router, onLogic, jobs, streams);
    registerNodeRoutes(router, onLogic, nodes);
    registerQueueRoutes(router, onLogic, queues);
    registerEventRoutes(router, onLogic, events, hub);
    registerAuditRoutes(router, onLogic, audit);
    registerBackupRoutes(router, onLogic, backups);
    registerSupportRoutes(router, onLogic, support);
    const auto engines = [] { return true; };
    registerSystemRoutes(router, {"0.1.0", "Test site", "sha256:00"}, healthOf(onLogic, storeHealth, engines), metrics);
    run(users.bootstrap("root", kRootPassword)).value();
    const auto login = run(authentication.login("root", kRootPassword, "test")).value();
    root = login.token;
    server.emplace(router, authenticator, clock);
}

LiveSite::~LiveSite() {
    server.reset();
    database->setListener(nullptr);
}

std::string LiveSite::tokenOf(const std::string& name, Role role) {
    const auto who = run(authentication.authenticate(root, "test")).value();
    UserDraft draft;
    draft.name = name;
    draft.password = kRootPassword;
    draft.role = role;
    run(users.create(who, draft)).value();
    return run(authentication.login(name, kRootPassword, "test")).value().token;
}

boost::json::value LiveSite::get(std::string_view path, std::string_view token) const {
    auto client = connect();
    const auto answer = client.request("GET", path, token.empty() ? std::string_view(root) : token);
    EXPECT_LT(answer.status, 300) << path << ": " << answer.body;
    return boost::json::parse(answer.body);
}

JobId LiveSite::submit(std::string_view token, std::string_view spec) {
    auto client = connect();
    const auto answer = client.request("POST", "/api/v1/jobs", token, spec);
    EXPECT_EQ(answer.status, 201) << answer.body;
    const auto id = boost::json::parse(answer.body).at("jobs").at(0).at("id").as_string();
    return JobId::parse(std::string_view(id)).value();
}

void LiveSite::step(JobId id, JobState state) {
    auto work = [this, id, state](Transaction& tx) -> Result<> {
        auto job = tx.jobs().find(OrgScope::everything(), id).value().value();
        if (state == JobState::Starting) {
            TaskRun run;
            run.id = TaskRunId::random(random);
            run.job = id;
            run.org = job.summary.org;
            run.attempt = ++job.summary.attempt;
            run.state = TaskRunState::Running;
            run.createdAt = clock.now();
            job.taskRun = run.id;
            const auto done = tx.taskRuns().insert(run);
            if (!done) return done;
        }
        job.summary.state = state;
        if (isFinal(state)) job.summary.reason = {ReasonCode::Completed, {}};
        return tx.jobs().update(job);
    };
    run(database->write(work)).value();
}

void LiveSite::bring(JobId id, JobState state) {
    step(id, JobState::Starting);
    if (state == JobState::Starting) return;
    step(id, JobState::Running);
    if (state != JobState::Running) step(id, state);
}

}  // namespace ph::test
