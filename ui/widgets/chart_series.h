#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QString>

#include <span>
#include <vector>

namespace ph::ui {

enum class ChartUnit { Number, Bytes, BytesPerSecond, Percent, Cores, Celsius, Watts };

/// The parts of a curve between `from` and `to` that are drawn on `pixels` columns: of every column the first, least,
/// greatest and last point stay. A NaN or a step over `gap` (0: none is too wide) parts the curve. `points` are sorted
/// by x.
std::vector<QPolygonF> decimated(std::span<const QPointF> points, double from, double to, int pixels, double gap);

/// About `wanted` round values covering [low, high]; powers of two for bytes.
std::vector<double> ticks(double low, double high, int wanted, ChartUnit unit);
QString valueText(double value, ChartUnit unit);

}  // namespace ph::ui
