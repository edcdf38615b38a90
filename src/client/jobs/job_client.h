#pragma once

#include "api/jobs.h"
#include "api/version.h"
#include "client/call.h"

#include <QByteArray>

#include <string>
#include <vector>

class QIODevice;

namespace ph::client {

class Connection;

/// Which jobs; empty members do not filter.
struct JobListQuery {
    std::vector<JobState> states;
    std::string name;    ///< part of the name
    std::string owner;   ///< login name or id
    std::string array;   ///< id of an array's first job
    std::string cursor;  ///< JobList::next of the page before
    int limit = 0;       ///< 0: the server's default
};

/// What people do with jobs. Streams of a job have their own classes (LogStream, TaskStreamSocket).
class JobClient {
public:
    explicit JobClient(Connection& connection) : m_connection(connection) {}

    /// The same `key` submits at most once within 24 h, however often it is sent.
    Call<api::Submitted> submit(const JobSpec& spec, const QByteArray& key, bool dryRun = false);
    Call<api::JobOptions> options();
    Call<api::JobList> list(const JobListQuery& query = {});
    Call<api::JobDetail> get(JobId id);
    Call<JobSummary> stop(JobId id);
    Call<api::Empty> remove(JobId id);
    Call<Verdict> why(JobId id);
    /// `attempt` 0: the latest; `offset`: MetricList::offset of the answer before.
    Call<api::MetricList> metrics(JobId id, int attempt = 0, std::int64_t offset = 0);
    Call<api::SampleList> samples(JobId id, int count);
    Call<api::ArtifactList> artifacts(JobId id);
    /// Writes the file to `target` (open; the caller's) as it comes; onProgress tells bytes.
    Call<api::Empty> downloadArtifact(JobId id, const std::string& path, int attempt, QIODevice* target);

    /// kBlobNotFound if the server has no file of that digest.
    Call<api::BlobReceipt> blobInfo(const std::string& digest);
    Call<api::BlobReceipt> uploadBlob(const std::string& digest, QIODevice* source);

    /// A fresh idempotency key.
    static QByteArray newKey();

private:
    Connection& m_connection;
};

}  // namespace ph::client
