#pragma once

#include "base/clock.h"
#include "messages/language.h"

#include <string>

namespace ph::cli {

/// How long ago, never negative: "42 s", "3 h 5 min"; "-" for a time that is not there.
std::string ageText(Timestamp time, Timestamp now, messages::Language language);
/// From `from` to `to`, or to `now` while it goes on.
std::string spanText(Timestamp from, Timestamp to, Timestamp now, messages::Language language);
/// The local time with its zone: "2026-01-02 03:04:05 +08:00"; "-" for none.
std::string localText(Timestamp time);
Timestamp currentTime();

}  // namespace ph::cli
