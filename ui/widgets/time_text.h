#pragma once

#include "base/clock.h"
#include "base/units.h"

#include <QString>

namespace ph::ui {

/// "just now", "4 min ago", "3 h ago", "2 d ago"; never in the future, whatever the clocks say. Empty for zero.
QString ago(Timestamp time, Timestamp now);
/// Local date and time to the second with the zone. Empty for zero.
QString exactTime(Timestamp time);
/// "42 s", "4 min 10 s", "3 h 5 min", "2 d 4 h".
QString lengthOfTime(Seconds length);
QString sizeText(Bytes size);
/// "2 cores", "0.5 cores".
QString coresText(MilliCpu cpu);
Timestamp presentTime();

}  // namespace ph::ui
