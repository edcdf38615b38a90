#pragma once

#include "messages/sentence.h"

#include <string>

namespace ph::messages {

/// What a fault says may be given, in the reader's language; what is no known phrase stands as it is.
std::string allowedText(const std::string& allowed, Language language);

}  // namespace ph::messages
