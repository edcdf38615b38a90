#pragma once

#include "base/async.h"
#include "domain/support/support.h"

#include <vector>

namespace ph {

/// What the controller knows of itself and its machine beside its store and nodes, for a support bundle. Nothing
/// secret.
class SupportSource {
public:
    virtual ~SupportSource() = default;
    /// Thread-safe and quick: what takes time was looked up at the start.
    virtual std::vector<SupportPart> parts() const = 0;
};

/// The store, as far as it tells how much it holds.
class StoreCounts {
public:
    virtual ~StoreCounts() = default;
    /// Counts everything: slow in a large store. Awaited from any executor.
    virtual Async<StoreFacts> facts() = 0;
};

}  // namespace ph
