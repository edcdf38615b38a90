#pragma once

#include "app/controller/options.h"
#include "ports/metrics.h"
#include "ports/support_source.h"
#include "service/jobs/site_catalogue.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ph {
class LogTail;
}

namespace ph::controller {

/// Whether each part of the controller works, by name.
using PartsThatWork = std::function<std::map<std::string, bool>()>;

/// What this controller and its machine are: program, configuration, kernel, health, metrics, the log's end. Of what
/// people configured it tells names and limits, never an environment's values, a database's address or a host's path.
class SupportFacts final : public SupportSource {
public:
    SupportFacts(const Options& options, const SiteCatalogue& catalogue, bool ownStore, PartsThatWork health,
                 const Metrics& metrics, std::shared_ptr<LogTail> log);
    std::vector<SupportPart> parts() const override;

private:
    std::vector<SupportPart> m_fixed;
    PartsThatWork m_health;
    const Metrics& m_metrics;
    std::shared_ptr<LogTail> m_log;
};

}  // namespace ph::controller
