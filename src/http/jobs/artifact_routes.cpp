#include "api/jobs.h"
#include "http/blobs/file_source.h"
#include "http/jobs/job_routes.h"
#include "http/query.h"

namespace ph::http {

void registerArtifactRoutes(Router& router, Hop logic, Hop disk, JobService& jobs, const BlobStore& blobs) {
    router.add("jobs.artifacts", [logic, &jobs](Request& request) -> Async<Response> {
        const auto id = request.id<JobId>(kJobNotFound);
        if (!id) co_return id.error();
        auto calling = logic.run(jobs, &JobService::artifacts, request.who, *id);
        Result<std::vector<Artifact>> list = co_await std::move(calling);
        if (!list) co_return list.error();
        co_return jsonResponse(request.route->success, api::ArtifactList{std::move(*list)});
    });
    router.add("jobs.artifact", [logic, disk, &jobs, &blobs](Request& request) -> Async<Response> {
        const auto id = request.id<JobId>(kJobNotFound);
        if (!id) co_return id.error();
        Query query(request);
        const auto path = query.text("path");
        const int attempt = static_cast<int>(query.integer("attempt", 0, 0, 1'000'000));
        const Result<> clean = query.done();
        if (!clean) co_return clean.error();
        auto calling = logic.run(jobs, &JobService::artifact, request.who, *id, path, attempt);
        const Result<Artifact> artifact = co_await std::move(calling);
        if (!artifact) co_return artifact.error();
        auto source = std::make_unique<FileSource>(disk, blobs.path(artifact->digest), artifact->size);
        auto open = [file = source.get()] { return file->open(); };
        auto opening = disk.block(open);
        const Result<> opened = co_await std::move(opening);
        if (!opened) co_return opened.error();
        Response response;
        response.contentType = "application/octet-stream";
        response.headers = {{"Ph-Digest", artifact->digest}, {"Content-Disposition", "attachment"}};
        response.sourceSize = artifact->size;
        response.source = std::move(source);
        co_return response;
    });
}

}  // namespace ph::http
