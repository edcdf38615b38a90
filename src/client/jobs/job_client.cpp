#include "client/jobs/job_client.h"

#include "client/decode.h"

#include <QUuid>

namespace ph::client {

namespace {

Request ofJob(std::string_view route, JobId id) {
    return {.route = route, .path = {{"id", id.str()}}};
}

std::string number(std::int64_t value) {
    return value == 0 ? std::string() : std::to_string(value);
}

}  // namespace

Call<api::Submitted> JobClient::submit(const JobSpec& spec, const QByteArray& key, bool dryRun) {
    return makeCall<api::Submitted>(m_connection, {.route = "jobs.submit",
                                                   .query = {{"dry_run", dryRun ? "true" : ""}},
                                                   .body = encodeBody(spec),
                                                   .idempotencyKey = key});
}

Call<api::JobOptions> JobClient::options() {
    return makeCall<api::JobOptions>(m_connection, {.route = "jobs.options"});
}

Call<api::JobList> JobClient::list(const JobListQuery& query) {
    std::string states;
    for (const JobState state : query.states) states += (states.empty() ? "" : ",") + reflect::word(state);
    return makeCall<api::JobList>(m_connection, {.route = "jobs.list",
                                                 .query = {{"state", states},
                                                           {"name", query.name},
                                                           {"owner", query.owner},
                                                           {"array", query.array},
                                                           {"cursor", query.cursor},
                                                           {"limit", number(query.limit)}}});
}

Call<api::JobDetail> JobClient::get(JobId id) {
    return makeCall<api::JobDetail>(m_connection, ofJob("jobs.get", id));
}

Call<JobSummary> JobClient::stop(JobId id) {
    return makeCall<JobSummary>(m_connection, ofJob("jobs.stop", id));
}

Call<api::Empty> JobClient::remove(JobId id) {
    return makeCall<api::Empty>(m_connection, ofJob("jobs.remove", id));
}

Call<Verdict> JobClient::why(JobId id) {
    return makeCall<Verdict>(m_connection, ofJob("jobs.why", id));
}

Call<api::MetricList> JobClient::metrics(JobId id, int attempt, std::int64_t offset) {
    Request request = ofJob("jobs.metrics", id);
    request.query = {{"attempt", number(attempt)}, {"offset", number(offset)}};
    return makeCall<api::MetricList>(m_connection, request);
}

Call<api::SampleList> JobClient::samples(JobId id, int count) {
    Request request = ofJob("jobs.samples", id);
    request.query = {{"count", number(count)}};
    return makeCall<api::SampleList>(m_connection, request);
}

Call<api::ArtifactList> JobClient::artifacts(JobId id) {
    return makeCall<api::ArtifactList>(m_connection, ofJob("jobs.artifacts", id));
}

Call<api::Empty> JobClient::downloadArtifact(JobId id, const std::string& path, int attempt, QIODevice* target) {
    Request request = ofJob("jobs.artifact", id);
    request.query = {{"path", path}, {"attempt", number(attempt)}};
    return {m_connection.startDownload(request, target), &decodeAnswer<api::Empty>};
}

Call<api::BlobReceipt> JobClient::blobInfo(const std::string& digest) {
    return makeCall<api::BlobReceipt>(m_connection, {.route = "blobs.info", .path = {{"digest", digest}}});
}

Call<api::BlobReceipt> JobClient::uploadBlob(const std::string& digest, QIODevice* source) {
    const Request request{.route = "blobs.put", .path = {{"digest", digest}}};
    return {m_connection.startUpload(request, source), &decodeAnswer<api::BlobReceipt>};
}

QByteArray JobClient::newKey() {
    return QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
}

}  // namespace ph::client
