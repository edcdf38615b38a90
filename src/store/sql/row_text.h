#pragma once

#include "base/id.h"
#include "domain/accounts/access.h"
#include "store/sql/query.h"

#include <optional>
#include <string>

namespace ph {

/// An id as it was stored; empty text gives the empty id. Throws std::runtime_error on anything else.
template <class IdType>
IdType idFromRow(const std::string& text);
/// nullopt for empty text.
template <class IdType>
std::optional<IdType> optionalIdFromRow(const std::string& text);

/// Which rows of `org` and `owner` columns a scope covers: " AND org = :scope_org AND owner = :scope_owner" as far as
/// it restricts. Columns that must not lead the choice of an index are given as "(org || '')".
std::string scopeClause(const OrgScope& scope, const std::string& org, const std::string& owner);
/// Binds what scopeClause() asks for.
void bindScope(Query& query, const OrgScope& scope);

[[noreturn]] void throwBadRow(const std::string& text);

template <class IdType>
IdType idFromRow(const std::string& text) {
    if (text.empty()) return {};
    const auto id = IdType::parse(text);
    if (!id) throwBadRow(text);
    return *id;
}

template <class IdType>
std::optional<IdType> optionalIdFromRow(const std::string& text) {
    if (text.empty()) return std::nullopt;
    return idFromRow<IdType>(text);
}

}  // namespace ph
