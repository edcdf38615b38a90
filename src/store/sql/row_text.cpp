#include "store/sql/row_text.h"

#include <stdexcept>

namespace ph {

std::string scopeClause(const OrgScope& scope, const std::string& org, const std::string& owner) {
    std::string clause;
    if (scope.org) clause += " AND " + org + " = :scope_org";
    if (scope.owner) clause += " AND " + owner + " = :scope_owner";
    return clause;
}

void bindScope(Query& query, const OrgScope& scope) {
    if (scope.org) query.bind(*scope.org);
    if (scope.owner) query.bind(*scope.owner);
}

void throwBadRow(const std::string& text) {
    throw std::runtime_error("a stored value cannot be read: " + text.substr(0, 100));
}

}  // namespace ph
