#pragma once

namespace ph::shim {

/// `ph-shim launch`: joins the cgroups, starts the network helper and becomes the sandbox. Does not return on success;
/// a failure is in the record.
int launch();

}  // namespace ph::shim
