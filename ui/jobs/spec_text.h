#pragma once

#include "domain/jobs/job_spec.h"

#include <QString>

namespace ph::ui {

/// The specification as YAML without what is left at its default, as a person would write it.
QString specYaml(const JobSpec& spec);
/// The command line that does the same: `phctl run` with options as far as they can say it, else the one that submits
/// the YAML. `folder` is what goes along, empty for nothing.
QString phctlLine(const JobSpec& spec, const QString& folder = {});

}  // namespace ph::ui
