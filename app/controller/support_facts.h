#pragma once

#include "app/controller/options.h"
#include "http/system/system_routes.h"
#include "ports/metrics.h"
#include "ports/support_source.h"
#include "service/jobs/site_catalogue.h"

#include <memory>
#include <vector>

namespace ph {
class LogTail;
}

namespace ph::controller {

/// What this controller and its machine are: program, configuration, kernel, health, metrics, the log's end. Of what
/// people configured it tells names and limits, never an environment's values, a database's address or a host's path.
class SupportFacts final : public SupportSource {
public:
    SupportFacts(const Options& options, const SiteCatalogue& catalogue, bool ownStore, http::Health health,
                 const Metrics& metrics, std::shared_ptr<LogTail> log);
    std::vector<SupportPart> parts() const override;

private:
    std::vector<SupportPart> m_fixed;
    http::Health m_health;
    const Metrics& m_metrics;
    std::shared_ptr<LogTail> m_log;
};

}  // namespace ph::controller
