#pragma once

#include "domain/jobs/verdict.h"
#include "messages/sentence.h"

#include <span>
#include <string>
#include <vector>

namespace ph::messages {

/// "Starts in 40 min at the latest: its room is promised"; empty without an estimate.
std::string estimateText(const Verdict& verdict, Language language, Timestamp now);
/// "Would start at once with 2 cores instead of 4 cores", one line for each, at most `most`.
std::vector<std::string> relaxationLines(const Verdict& verdict, Language language, std::size_t most = 6);
/// Who is in the way and until when, one line for each, at most five and how many more.
std::vector<std::string> inTheWayLines(const Verdict& verdict, Language language, Timestamp now);

/// The sentences, for tests that look for gaps.
std::span<const Sentence> foresightSentences();

}  // namespace ph::messages
