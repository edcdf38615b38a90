#include "domain/accounts/access.h"

namespace ph {

OrgScope visibleScope(const Principal& who) {
    switch (who.role) {
        case Role::SuperAdmin: return OrgScope::everything();
        case Role::OrgAdmin: return {who.org, std::nullopt};
        case Role::User: break;
    }
    return {who.org, who.user};
}

bool mayManageUsers(const Principal& who, OrgId org) {
    return who.role == Role::SuperAdmin || (who.role == Role::OrgAdmin && who.org == org);
}

bool mayGrant(const Principal& who, OrgId org, Role role) { return mayManageUsers(who, org) && role <= who.role; }

bool mayOperateNodes(const Principal& who) { return who.role == Role::SuperAdmin; }

bool maySetQueues(const Principal& who) { return who.role == Role::SuperAdmin; }

bool mayReadAudit(const Principal& who) { return who.role == Role::SuperAdmin; }

bool mayBackUp(const Principal& who) { return who.role == Role::SuperAdmin; }

}  // namespace ph
