#pragma once

#include "base/error.h"
#include "messages/sentence.h"

#include <span>
#include <string>

namespace ph::messages {

/// What went wrong and, where something helps, what to do: one or two sentences without the faults.
std::string errorText(const Error& error, Language language);

/// One wrong field with its path, such as "resources.cpu: 0 is out of range (allowed: 0.01 to 1000 cores)".
std::string faultText(const Fault& fault, Language language);

/// The sentences by error name, for tests that look for gaps.
std::span<const Sentence> errorSentences();
std::span<const Sentence> faultSentences();

}  // namespace ph::messages
