#pragma once

#include "base/id.h"

namespace ph {

/// How services tell the scheduler loop that committed jobs wait to be looked at. Thread-safe, returns at once.
class JobControl {
public:
    virtual ~JobControl() = default;
    /// Something about jobs or nodes was committed: look again.
    virtual void wake() = 0;
};

}  // namespace ph
