#pragma once

#include "ports/blob_store.h"
#include "ports/engine.h"

#include <string>
#include <vector>

namespace ph::engine {

/// Stores the regular files below `folder` that match one of `patterns`. Opened beneath the folder without following
/// any symbolic link, whatever user code left there. Blocking. A pattern without wildcards that matches nothing is a
/// failure, as is a link that was asked for by name.
Collected collectOutputs(const std::string& folder, const std::vector<std::string>& patterns, BlobStore& blobs);

}  // namespace ph::engine
