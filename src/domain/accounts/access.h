#pragma once

#include "domain/accounts/account.h"

#include <optional>
#include <string>

namespace ph {

/// Who is asking: made by authentication, checked by every service call.
struct Principal {
    UserId user;
    OrgId org;
    std::string name;
    Role role = Role::User;
    std::string from;        ///< peer address, for the audit log
    std::string credential;  ///< id of the session or token it came with; empty for the local administrator
};

/// What store calls may touch: one organisation, optionally one owner in it, or everything (super admin and the system).
struct OrgScope {
    std::optional<OrgId> org;
    std::optional<UserId> owner;

    static OrgScope everything() { return {}; }
    bool covers(OrgId objectOrg, UserId objectOwner) const {
        return (!org || *org == objectOrg) && (!owner || *owner == objectOwner);
    }
};

/// What `who` may see: a user their own objects, an org admin the organisation's, a super admin all.
OrgScope visibleScope(const Principal& who);
bool mayManageUsers(const Principal& who, OrgId org);
/// Whether `who` may give `role` to a user of `org`: nobody grants more than they hold.
bool mayGrant(const Principal& who, OrgId org, Role role);
bool mayOperateNodes(const Principal& who);
bool maySetQueues(const Principal& who);
bool mayReadAudit(const Principal& who);
bool mayBackUp(const Principal& who);

}  // namespace ph
