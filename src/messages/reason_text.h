#pragma once

#include "domain/jobs/verdict.h"
#include "messages/sentence.h"

#include <span>
#include <string>
#include <vector>

namespace ph::messages {

/// Why a job waits or how it ended, with its numbers: "OutOfMemory: used 512 MiB of 512 MiB". Empty for
/// ReasonCode::None.
std::string reasonText(const Reason& reason, Language language);

/// The answer to "why?", one line each: the reason, how many nodes fell out for which cause, what is free against what
/// is asked on the nearest one, who is in the way, when it starts, what would start at once.
std::vector<std::string> verdictLines(const Verdict& verdict, Language language, Timestamp now);

/// The sentences by the reason's wire word, for tests that look for gaps.
std::span<const Sentence> reasonSentences();

}  // namespace ph::messages
