#pragma once

#include "base/clock.h"
#include "domain/accounts/access.h"

#include <boost/describe/class.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ph {

/// One file of a support bundle: text or JSON.
struct SupportPart {
    std::string name;  ///< "health.json"
    std::string text;
};
BOOST_DESCRIBE_STRUCT(SupportPart, (), (name, text))

/// What helps others to understand a site that misbehaves. It holds nothing secret, and nothing of what jobs are told,
/// print or keep.
struct SupportBundle {
    Timestamp at;
    std::string version;
    std::vector<SupportPart> parts;
};
BOOST_DESCRIBE_STRUCT(SupportBundle, (), (at, version, parts))

inline bool mayMakeSupportBundle(const Principal& who) {
    return who.role == Role::SuperAdmin;
}

/// How much a store holds, without what.
struct StoreFacts {
    int schema = 0;
    std::map<std::string, std::int64_t> rows;  ///< of each table
    std::map<std::string, std::int64_t> jobs;  ///< in each state
};
BOOST_DESCRIBE_STRUCT(StoreFacts, (), (schema, rows, jobs))

/// An audit record without who, what and from where.
struct AuditTrace {
    std::int64_t number = 0;
    Timestamp at;
    std::string action;
};
BOOST_DESCRIBE_STRUCT(AuditTrace, (), (number, at, action))

}  // namespace ph
