#include "cli/time_text.h"

#include "messages/sentence.h"

#include <QDateTime>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace ph::cli {

std::string ageText(Timestamp time, Timestamp now, messages::Language language) {
    return spanText(time, now, now, language);
}

std::string spanText(Timestamp from, Timestamp to, Timestamp now, messages::Language language) {
    if (!from) return "-";
    const std::int64_t micros = (to ? to : now).micros - from.micros;
    return messages::durationText({std::max<std::int64_t>(micros, 0) / 1'000'000}, language);
}

std::string localText(Timestamp time) {
    if (!time) return "-";
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(time.micros / 1000);
    const int minutes = local.offsetFromUtc() / 60;
    return fmt::format("{} {}{:02}:{:02}", local.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")).toStdString(),
                       minutes < 0 ? '-' : '+', std::abs(minutes) / 60, std::abs(minutes) % 60);
}

Timestamp currentTime() {
    return SystemClock().now();
}

}  // namespace ph::cli
