#include "ui/widgets/time_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

struct TimeText {
    Q_DECLARE_TR_FUNCTIONS(TimeText)
};

constexpr std::int64_t kMinute = 60, kHour = 3600, kDay = 86400;

}  // namespace

QString ago(Timestamp time, Timestamp now) {
    if (!time) return {};
    const auto seconds = std::max<std::int64_t>(0, (now.micros - time.micros) / 1'000'000);
    if (seconds < 5) return TimeText::tr("just now");
    if (seconds < kMinute) return TimeText::tr("%1 s ago").arg(seconds);
    if (seconds < kHour) return TimeText::tr("%1 min ago").arg(seconds / kMinute);
    if (seconds < kDay) return TimeText::tr("%1 h ago").arg(seconds / kHour);
    return TimeText::tr("%1 d ago").arg(seconds / kDay);
}

QString exactTime(Timestamp time) {
    if (!time) return {};
    const auto local = QDateTime::fromMSecsSinceEpoch(time.micros / 1000);
    return local.toString(u"yyyy-MM-dd HH:mm:ss "_s) + local.timeZoneAbbreviation();
}

QString lengthOfTime(Seconds length) {
    const auto s = std::max<std::int64_t>(0, length.value);
    if (s < kMinute) return TimeText::tr("%1 s").arg(s);
    if (s < kHour)
        return s % kMinute ? TimeText::tr("%1 min %2 s").arg(s / kMinute).arg(s % kMinute)
                           : TimeText::tr("%1 min").arg(s / kMinute);
    if (s < kDay) {
        const auto minutes = s % kHour / kMinute;
        return minutes ? TimeText::tr("%1 h %2 min").arg(s / kHour).arg(minutes) : TimeText::tr("%1 h").arg(s / kHour);
    }
    const auto hours = s % kDay / kHour;
    return hours ? TimeText::tr("%1 d %2 h").arg(s / kDay).arg(hours) : TimeText::tr("%1 d").arg(s / kDay);
}

QString sizeText(Bytes size) {
    return QString::fromStdString(bytesForPeople(size));
}

QString coresText(MilliCpu cpu) {
    const auto number = QString::fromStdString(cpuText(cpu));
    return cpu == cores(1) ? TimeText::tr("1 core") : TimeText::tr("%1 cores").arg(number);
}

Timestamp presentTime() {
    return SystemClock().now();
}

}  // namespace ph::ui
