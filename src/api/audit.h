#pragma once

#include "domain/audit/audit_record.h"

#include <vector>

namespace ph::api {

struct AuditPage {
    std::vector<AuditRecord> items;
    std::string next;
};
BOOST_DESCRIBE_STRUCT(AuditPage, (), (items, next))

}  // namespace ph::api
