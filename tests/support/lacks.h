#pragma once

#include <string>

namespace ph::test {

/// Ends a test for want of what the machine lacks, with `return lacks("...");`: skipped, with the reason in the log, or
/// failed if $PH_REQUIRE (a list with commas, by tests/machine.sh) names it: then the machine has it, and what found it
/// missing is at fault.
void lacks(const std::string& facility);

}  // namespace ph::test
