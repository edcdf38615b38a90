#pragma once

#include "domain/accounts/account.h"
#include "domain/events/event.h"
#include "domain/jobs/job_state.h"
#include "domain/nodes/node.h"
#include "messages/language.h"

#include <string>
#include <string_view>

namespace ph::messages {

/// The words of states and kinds as people read them: "Awaiting approval", "排队中".
std::string stateText(JobState state, Language language);
std::string stateText(TaskRunState state, Language language);
std::string stateText(NodeState state, Language language);
std::string roleText(Role role, Language language);
std::string eventText(EventKind kind, Language language);
/// How a limit is held: "by the kernel", "watched", "not limited".
std::string strengthText(LimitStrength strength, Language language);
/// A sentence for one of EngineCapabilities::remarks; words that are not known stand as they are.
std::string remarkText(std::string_view remark, Language language);
/// Why a stream into a task failed, from StreamEnd::failure.
std::string failureText(std::string_view failure, Language language);

}  // namespace ph::messages
