#include "ui/widgets/chart_series.h"

#include "base/units.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

struct ChartText {
    Q_DECLARE_TR_FUNCTIONS(ChartText)
};

/// What stays of the points of one pixel column, in their order.
struct Column {
    QPointF first, least, greatest, last;

    explicit Column(const QPointF& p) : first(p), least(p), greatest(p), last(p) {}
    void add(const QPointF& p) {
        if (p.y() < least.y()) least = p;
        if (p.y() > greatest.y()) greatest = p;
        last = p;
    }
    void appendTo(QPolygonF& curve) const {
        const auto& early = least.x() <= greatest.x() ? least : greatest;
        const auto& late = least.x() <= greatest.x() ? greatest : least;
        for (const auto& p : {first, early, late, last})
            if (curve.isEmpty() || curve.back() != p) curve.append(p);
    }
};

}  // namespace

std::vector<QPolygonF> decimated(std::span<const QPointF> points, double from, double to, int pixels, double gap) {
    std::vector<QPolygonF> parts;
    const auto byX = [](const QPointF& p, double x) { return p.x() < x; };
    auto begin = std::lower_bound(points.begin(), points.end(), from, byX);
    auto end = std::lower_bound(begin, points.end(), to, byX);
    // One point beyond each edge, so that the curve reaches it.
    if (begin != points.begin()) --begin;
    if (end != points.end()) ++end;
    const double width = pixels > 0 && to > from ? (to - from) / pixels : 0;
    QPolygonF curve;
    std::optional<Column> column;
    double columnIndex = 0, lastX = 0;
    const auto closeColumn = [&] {
        if (column) column->appendTo(curve);
        column.reset();
    };
    const auto closeCurve = [&] {
        closeColumn();
        if (!curve.isEmpty()) parts.push_back(std::exchange(curve, {}));
    };
    for (auto p = begin; p != end; ++p) {
        if (std::isnan(p->y())) {
            closeCurve();
            continue;
        }
        if ((column || !curve.isEmpty()) && gap > 0 && p->x() - lastX > gap) closeCurve();
        const double index = width > 0 ? std::floor((p->x() - from) / width) : p->x();
        if (column && index == columnIndex) {
            column->add(*p);
        } else {
            closeColumn();
            column.emplace(*p);
            columnIndex = index;
        }
        lastX = p->x();
    }
    closeCurve();
    return parts;
}

std::vector<double> ticks(double low, double high, int wanted, ChartUnit unit) {
    if (!(high > low) || wanted < 1) return {low};
    const double raw = (high - low) / wanted;
    double step = 0;
    if (unit == ChartUnit::Bytes || unit == ChartUnit::BytesPerSecond) {
        step = std::pow(2, std::ceil(std::log2(raw)));
    } else {
        const double power = std::pow(10, std::floor(std::log10(raw)));
        const double lead = raw / power;
        step = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 ? 2.5 : lead <= 5 ? 5 : 10);
    }
    std::vector<double> result;
    for (double value = std::ceil(low / step - 1e-9) * step; value <= high + step * 1e-6; value += step)
        result.push_back(std::abs(value) < step * 1e-6 ? 0 : value);
    return result;
}

QString valueText(double value, ChartUnit unit) {
    if (std::isnan(value)) return u"–"_s;
    const auto number = [](double v, int digits) {
        QString text = QString::number(v, 'f', digits);
        if (text.contains(u'.'))
            while (text.endsWith(u'0') || text.endsWith(u'.')) {
                const bool point = text.endsWith(u'.');
                text.chop(1);
                if (point) break;
            }
        return text;
    };
    switch (unit) {
        case ChartUnit::Bytes:
            return QString::fromStdString(bytesForPeople({static_cast<std::int64_t>(value)}));
        case ChartUnit::BytesPerSecond:
            return ChartText::tr("%1/s").arg(
                QString::fromStdString(bytesForPeople({static_cast<std::int64_t>(value)})));
        case ChartUnit::Percent:
            return number(value, value < 10 ? 1 : 0) + u" %"_s;
        case ChartUnit::Cores:
            return ChartText::tr("%1 cores").arg(number(value, 2));
        case ChartUnit::Celsius:
            return number(value, 0) + u" °C"_s;
        case ChartUnit::Watts:
            return number(value, 0) + u" W"_s;
        case ChartUnit::Number:
            break;
    }
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-3 || size >= 1e6)) return QString::number(value, 'e', 2);
    return number(value, size < 1 ? 4 : size < 100 ? 3 : 1);
}

}  // namespace ph::ui
