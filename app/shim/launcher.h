#pragma once

namespace ph::shim {

/// `ph-shim launch`: prepares a place (control groups, network with its helper), waits for a task, and becomes its
/// sandbox. Whoever starts a task may have launchers waiting. Does not return on success; a failure is in the task's
/// record.
int launch();

}  // namespace ph::shim
