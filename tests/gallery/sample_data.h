#pragma once

#include "api/jobs.h"
#include "api/nodes.h"

#include <QByteArray>

namespace ph::gallery {

/// A small site as it might look on a working day: the same rows and curves at every call.
std::vector<JobSummary> sampleJobs(Timestamp now);
std::vector<NodeSummary> sampleNodes();
/// The detail of one of sampleJobs.
api::JobDetail sampleDetail(const JobSummary& job);
std::vector<UsageSample> sampleUsage(const NodeSummary& node, Timestamp now);
std::vector<MetricPoint> sampleMetrics();
std::vector<Artifact> sampleArtifacts(const JobSummary& job);
QByteArray sampleLog();
api::JobOptions sampleOptions();

}  // namespace ph::gallery
