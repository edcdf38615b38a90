#pragma once

#include "messages/language.h"

#include <string>

namespace ph::messages {

/// Why the system or the network refused, in the reader's language; a phrase that is not known stands as it is.
std::string systemText(const std::string& phrase, Language language);

}  // namespace ph::messages
