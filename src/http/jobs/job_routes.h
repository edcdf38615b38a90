#pragma once

#include "base/hop.h"
#include "http/router.h"
#include "ports/task_stream.h"
#include "service/accounts/user_service.h"
#include "service/jobs/job_service.h"
#include "service/nodes/node_service.h"

namespace ph::http {

/// jobs.submit, list, get, stop, remove, why
void registerJobRoutes(Router& router, Hop logic, JobService& jobs);
/// jobs.options: what a form offers, by the caller's organisation
void registerJobOptionsRoute(Router& router, Hop logic, Hop disk, const SiteCatalogue& catalogue, UserService& users,
                             NodeService& nodes);
/// jobs.log, metrics, samples
void registerLogRoutes(Router& router, Hop logic, JobService& jobs, TaskStream& streams);
/// jobs.artifacts, artifact; `disk` may block
void registerArtifactRoutes(Router& router, Hop logic, Hop disk, JobService& jobs, const BlobStore& blobs);
/// jobs.exec, port, files.get, files.put: WebSockets into a running task
void registerStreamRoutes(Router& router, Hop logic, JobService& jobs, TaskStream& streams);

}  // namespace ph::http
