#include "api/error_names.h"

#include "domain/accounts/account.h"
#include "domain/accounts/request_limit.h"
#include "domain/backup/backup.h"
#include "domain/events/event.h"
#include "domain/jobs/job.h"
#include "domain/nodes/node.h"
#include "domain/queues/queue.h"

#include <algorithm>
#include <array>

namespace ph::api {

namespace {

constexpr std::array kIds{
    kInvalid,        kInternal,       kUnavailable,         kDeadline,        kNoSpace,           kUnauthenticated,
    kBadCredentials, kLoginBackOff,   kNotAllowed,          kUserNotFound,    kUserNameTaken,     kTooManyTokens,
    kSecretNotFound, kTokenNotFound,  kLastAdministrator, kEventsGone,
    kJobNotFound,    kJobEnded,       kJobNotEnded,         kJobNotStarted,   kJobNotRunning,     kArtifactNotFound,
    kBlobNotFound,   kDigestMismatch, kIdempotencyMismatch, kVersionConflict, kNodeNotFound, kQueueNotFound,
    kBackupUnderWay, kBackupElsewhere, kBackupBroken,    kRestoreIntoData, kTooManyRequests,
};

}  // namespace

std::span<const ErrorId> errorIds() {
    return kIds;
}

const ErrorId* findErrorId(std::string_view name) {
    const auto found = std::find_if(kIds.begin(), kIds.end(), [&](const ErrorId& id) { return id.name == name; });
    return found == kIds.end() ? nullptr : &*found;
}

}  // namespace ph::api
