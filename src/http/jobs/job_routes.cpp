#include "http/jobs/job_routes.h"

#include "api/jobs.h"
#include "api/version.h"
#include "http/body.h"
#include "http/query.h"
#include "http/text_codec.h"

namespace ph::http {

namespace {

void registerSubmit(Router& router, Hop logic, JobService& jobs) {
    router.add("jobs.submit", [logic, &jobs](Request& request) -> Async<Response> {
        Query query(request);
        const bool dryRun = query.flag("dry_run");
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto spec = bodyAs<JobSpec>(request);
        if (!spec) co_return spec.error();
        std::string hash = request.idempotencyKey.empty() ? std::string() : sha256Hex(request.body);
        auto calling = logic.run(jobs, &JobService::submit, request.who, std::move(*spec), request.idempotencyKey,
                                 std::move(hash), dryRun);
        Result<SubmittedJobs> made = co_await std::move(calling);
        if (!made) co_return made.error();
        const int status = dryRun ? 200 : request.route->success;
        co_return jsonResponse(status, api::Submitted{std::move(made->jobs), std::move(made->forecast)});
    });
}

Result<JobQuery> jobQuery(const Request& request) {
    Query query(request);
    JobQuery wanted;
    wanted.filter.states = query.words<JobState>("state");
    wanted.filter.nameContains = query.text("name");
    wanted.filter.owner = query.id<UserId>("owner");
    wanted.filter.arrayOf = query.id<JobId>("array");
    wanted.before = query.cursor("cursor");
    wanted.limit = static_cast<int>(query.integer("limit", 100, 1, 1000));
    const Result<> clean = query.done();
    if (!clean) return clean.error();
    return wanted;
}

void registerList(Router& router, Hop logic, JobService& jobs) {
    router.add("jobs.list", [logic, &jobs](Request& request) -> Async<Response> {
        auto wanted = jobQuery(request);
        if (!wanted) co_return wanted.error();
        auto calling = logic.run(jobs, &JobService::list, request.who, std::move(*wanted));
        Result<JobPage> page = co_await std::move(calling);
        if (!page) co_return page.error();
        api::JobList list{std::move(page->items), page->next ? cursorText(page->next) : std::string(),
                          positionText(page->position)};
        co_return jsonResponse(request.route->success, list);
    });
}

Result<std::vector<api::TemplateInfo>> offeredTemplates(const SiteCatalogue& catalogue) {
    std::vector<api::TemplateInfo> list;
    for (const auto& runtime : catalogue.templates)
        list.push_back({runtime.name, runtime.title, runtime.description, isInstalled(runtime)});
    return list;
}

}  // namespace

void registerJobRoutes(Router& router, Hop logic, JobService& jobs) {
    registerSubmit(router, logic, jobs);
    registerList(router, logic, jobs);
    router.add("jobs.get", [logic, &jobs](Request& request) -> Async<Response> {
        const auto id = request.id<JobId>(kJobNotFound);
        if (!id) co_return id.error();
        auto calling = logic.run(jobs, &JobService::get, request.who, *id);
        Result<JobView> view = co_await std::move(calling);
        if (!view) co_return view.error();
        api::JobDetail detail{std::move(view->job.summary), std::move(view->job.spec), std::move(view->taskRuns),
                              std::move(view->history)};
        co_return jsonResponse(request.route->success, detail);
    });
    router.add("jobs.stop", [logic, &jobs](Request& request) -> Async<Response> {
        const auto id = request.id<JobId>(kJobNotFound);
        if (!id) co_return id.error();
        auto calling = logic.run(jobs, &JobService::stop, request.who, *id);
        const Result<JobSummary> job = co_await std::move(calling);
        if (!job) co_return job.error();
        co_return jsonResponse(request.route->success, *job);
    });
    router.add("jobs.remove", [logic, &jobs](Request& request) -> Async<Response> {
        const auto id = request.id<JobId>(kJobNotFound);
        if (!id) co_return id.error();
        auto calling = logic.run(jobs, &JobService::remove, request.who, *id);
        const Result<> done = co_await std::move(calling);
        if (!done) co_return done.error();
        co_return jsonResponse(request.route->success, api::Empty{});
    });
    router.add("jobs.why", [logic, &jobs](Request& request) -> Async<Response> {
        const auto id = request.id<JobId>(kJobNotFound);
        if (!id) co_return id.error();
        auto calling = logic.run(jobs, &JobService::why, request.who, *id);
        const Result<Verdict> verdict = co_await std::move(calling);
        if (!verdict) co_return verdict.error();
        co_return jsonResponse(request.route->success, *verdict);
    });
}

void registerJobOptionsRoute(Router& router, Hop logic, Hop disk, const SiteCatalogue& catalogue, UserService& users,
                             NodeService& nodes) {
    router.add("jobs.options", [logic, disk, &catalogue, &users, &nodes](Request& request) -> Async<Response> {
        auto asking = logic.run(users, &UserService::me, request.who);
        const Result<Profile> profile = co_await std::move(asking);
        if (!profile) co_return profile.error();
        auto listing = logic.run(nodes, &NodeService::list, request.who);
        const Result<NodePage> page = co_await std::move(listing);
        if (!page) co_return page.error();
        api::JobOptions options;
        options.limits = catalogue.limitsFor(profile->organisationName);
        auto looking = disk.block([&catalogue] { return offeredTemplates(catalogue); });
        auto offered = co_await std::move(looking);
        if (!offered) co_return offered.error();
        options.templates = std::move(*offered);
        std::set<std::string> models;
        for (const auto& node : page->items)
            for (const auto& card : node.capacity.accelerators) models.insert(card.model);
        options.acceleratorModels.assign(models.begin(), models.end());
        co_return jsonResponse(request.route->success, options);
    });
}

}  // namespace ph::http
