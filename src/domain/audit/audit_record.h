#pragma once

#include "base/clock.h"
#include "base/id.h"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>

namespace ph {

/// Who did what to which object, from where. `hash` chains each record to the one before; the log fills number and hash.
struct AuditRecord {
    std::int64_t number = 0;
    Timestamp at;
    std::optional<OrgId> org;
    std::string actor;   ///< login name, or "system"
    std::string from;    ///< peer address, empty for the system
    std::string action;  ///< stable word such as "job.submit"
    std::string object;
    std::string before;  ///< JSON, empty where nothing was
    std::string after;
    std::string hash;    ///< SHA-256 in hexadecimal over the record before's hash and this one's fields
};
BOOST_DESCRIBE_STRUCT(AuditRecord, (), (number, at, org, actor, from, action, object, before, after, hash))

/// The outcome of walking the chain. `brokenAt` is the first record that does not follow from the one before.
struct AuditVerification {
    std::int64_t records = 0;
    std::string head;
    std::optional<std::int64_t> brokenAt;
};
BOOST_DESCRIBE_STRUCT(AuditVerification, (), (records, head, brokenAt))

}  // namespace ph
