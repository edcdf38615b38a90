#pragma once

#include "domain/jobs/job.h"
#include "domain/jobs/job_validation.h"
#include "domain/jobs/verdict.h"
#include "domain/nodes/node.h"
#include "domain/storage/area.h"

namespace ph::api {

/// POST /jobs answers with the jobs made: one, or N for an array.
struct Submitted {
    std::vector<JobSummary> jobs;
    Verdict forecast;  ///< of a dry run: why it would not start at once, when it would, and what would
};
BOOST_DESCRIBE_STRUCT(Submitted, (), (jobs, forecast))

/// GET /jobs?state=&name=&owner=&array=&cursor=&limit=
struct JobList {
    std::vector<JobSummary> items;
    std::string next;      ///< cursor of the next page, empty at the end
    std::string position;  ///< event position that the rows are at least as new as
};
BOOST_DESCRIBE_STRUCT(JobList, (), (items, next, position))

/// GET /jobs/{id}
struct JobDetail {
    JobSummary job;
    JobSpec spec;
    std::vector<TaskRun> taskRuns;
    std::vector<JobTransition> history;
};
BOOST_DESCRIBE_STRUCT(JobDetail, (), (job, spec, taskRuns, history))

struct ArtifactList {
    std::vector<Artifact> items;
};
BOOST_DESCRIBE_STRUCT(ArtifactList, (), (items))

struct MetricList {
    std::vector<MetricPoint> points;
    std::int64_t offset = 0;  ///< pass as ?offset= to get what follows
};
BOOST_DESCRIBE_STRUCT(MetricList, (), (points, offset))

struct SampleList {
    std::vector<UsageSample> items;
};
BOOST_DESCRIBE_STRUCT(SampleList, (), (items))

struct TemplateInfo {
    std::string name;
    std::string title;
    std::string description;
    bool installed = false;  ///< its folders are there
};
BOOST_DESCRIBE_STRUCT(TemplateInfo, (), (name, title, description, installed))

/// GET /job-options: what a new-job form offers.
struct JobOptions {
    JobLimits limits;
    std::vector<TemplateInfo> templates;
    std::vector<std::string> acceleratorModels;
};
BOOST_DESCRIBE_STRUCT(JobOptions, (), (limits, templates, acceleratorModels))

struct BlobReceipt {
    std::string digest;
    std::int64_t size = 0;
};
BOOST_DESCRIBE_STRUCT(BlobReceipt, (), (digest, size))

/// First text message of GET /jobs/{id}/exec (WebSocket) from the client; then binary messages are input. Text messages
/// {"resize": [rows, columns]}, {"signal": n} and {"end": true} follow at any time.
struct ExecStart {
    std::vector<std::string> command;
    bool terminal = false;
    int rows = 24;
    int columns = 80;
    std::map<std::string, std::string> environment;
    static constexpr std::array<std::string_view, 1> kRequired{"command"};
};
BOOST_DESCRIBE_STRUCT(ExecStart, (), (command, terminal, rows, columns, environment))

/// Control text of stream WebSockets from the client (exec, port, files). Output comes as binary messages whose first byte
/// is 1 (output) or 2 (error output).
struct StreamControl {
    std::optional<std::vector<int>> resize;
    std::optional<int> signal;
    bool end = false;
};
BOOST_DESCRIBE_STRUCT(StreamControl, (), (resize, signal, end))

/// Last text message of a stream WebSocket from the server, then it closes.
struct StreamEnd {
    int exitCode = 0;
    std::string failure;
};
BOOST_DESCRIBE_STRUCT(StreamEnd, (), (exitCode, failure))

}  // namespace ph::api
