#include "api/jobs.h"
#include "http/jobs/job_routes.h"
#include "http/jobs/log_source.h"
#include "http/query.h"

namespace ph::http {

namespace {

constexpr int kMostAttempts = 1'000'000;
constexpr std::size_t kMetricsPiece = 256 * 1024;

/// The TaskRun that the path and ?attempt= name.
Async<TaskRun> findRun(Hop logic, JobService& jobs, const Request& request, int attempt) {
    const auto id = request.id<JobId>(kJobNotFound);
    if (!id) co_return id.error();
    auto calling = logic.run(jobs, &JobService::taskRun, request.who, *id, attempt);
    co_return co_await std::move(calling);
}

void registerLog(Router& router, Hop logic, JobService& jobs, TaskStream& streams) {
    router.add("jobs.log", [logic, &jobs, &streams](Request& request) -> Async<Response> {
        Query query(request);
        const int attempt = static_cast<int>(query.integer("attempt", 0, 0, kMostAttempts));
        LogRange range;
        range.offset = query.integer("offset", 0, std::numeric_limits<std::int64_t>::min() + 1);
        range.length = query.integer("length", -1, 0);
        range.follow = query.flag("follow");
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto finding = findRun(logic, jobs, request, attempt);
        const Result<TaskRun> run = co_await std::move(finding);
        if (!run) co_return run.error();
        auto source = std::make_unique<LogSource>(logic, streams, run->id, range);
        auto opening = source->open();
        const Result<LogPiece> first = co_await std::move(opening);
        if (!first) co_return first.error();
        Response response;
        response.contentType = "application/octet-stream";
        response.headers = {{"Ph-Log-Offset", std::to_string(first->offset)},
                            {"Ph-Log-Size", std::to_string(first->size)},
                            {"Ph-Attempt", std::to_string(run->attempt)}};
        if (!range.follow) response.sourceSize = source->total();
        response.source = std::move(source);
        co_return response;
    });
}

}  // namespace

void registerLogRoutes(Router& router, Hop logic, JobService& jobs, TaskStream& streams) {
    registerLog(router, logic, jobs, streams);
    router.add("jobs.metrics", [logic, &jobs, &streams](Request& request) -> Async<Response> {
        Query query(request);
        const int attempt = static_cast<int>(query.integer("attempt", 0, 0, kMostAttempts));
        const auto offset = query.integer("offset", 0);
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto finding = findRun(logic, jobs, request, attempt);
        const Result<TaskRun> run = co_await std::move(finding);
        if (!run) co_return run.error();
        auto reading = logic.run(streams, &TaskStream::readMetrics, run->id, offset, kMetricsPiece);
        Result<MetricsPiece> piece = co_await std::move(reading);
        if (!piece) co_return piece.error();
        co_return jsonResponse(request.route->success, api::MetricList{std::move(piece->points), piece->offset});
    });
    router.add("jobs.samples", [logic, &jobs, &streams](Request& request) -> Async<Response> {
        Query query(request);
        const auto count = static_cast<std::size_t>(query.integer("count", 60, 1, 1000));
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto finding = findRun(logic, jobs, request, 0);
        const Result<TaskRun> run = co_await std::move(finding);
        if (!run) co_return run.error();
        auto reading = logic.run(streams, &TaskStream::samples, run->id, count);
        Result<std::vector<UsageSample>> samples = co_await std::move(reading);
        if (!samples) co_return samples.error();
        co_return jsonResponse(request.route->success, api::SampleList{std::move(*samples)});
    });
}

}  // namespace ph::http
