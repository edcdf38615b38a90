#pragma once

#include "domain/events/event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ph {

/// What the one writer keeps in memory about the log and the chain that it appends to. A work that fails is undone here
/// too.
struct WriterState {
    std::int64_t epoch = 0;
    std::int64_t seq = 0;          ///< of the last event appended
    std::int64_t auditNumber = 0;  ///< of the last record
    std::string auditHash;         ///< of the last record; empty before the first
    std::vector<Event> events;     ///< appended in the group that is not committed yet

    struct Mark {
        std::int64_t seq;
        std::int64_t auditNumber;
        std::string auditHash;
        std::size_t events;
    };
    Mark mark() const { return {seq, auditNumber, auditHash, events.size()}; }
    void backTo(const Mark& mark) {
        seq = mark.seq;
        auditNumber = mark.auditNumber;
        auditHash = mark.auditHash;
        events.resize(mark.events);
    }
};

}  // namespace ph
