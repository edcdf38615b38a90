#pragma once

#include "base/units.h"
#include "ports/blob_store.h"
#include "ports/engine.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ph::engine {

inline constexpr std::size_t kMostOutputs = 100'000;

/// Stores the regular files below `folder` that match one of `patterns`. Opened beneath the folder without following
/// any symbolic link, whatever user code left there. Blocking. Failures: a pattern without wildcards that matches
/// nothing, a link that was asked for by name, a name that is no UTF-8, and what goes beyond `most` bytes in all (holes
/// in files count; zero: no limit) or `mostFiles`.
Collected collectOutputs(const std::string& folder, const std::vector<std::string>& patterns, BlobStore& blobs,
                         Bytes most = {}, std::size_t mostFiles = kMostOutputs);

}  // namespace ph::engine
