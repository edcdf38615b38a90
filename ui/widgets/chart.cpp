#include "ui/widgets/chart.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_paint.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QDateTime>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ph::ui {

using namespace Qt::StringLiterals;
using namespace metrics;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double lastValue(const std::vector<QPointF>& points) {
    return points.empty() ? kNothing : points.back().y();
}

/// The point nearest to x.
const QPointF* nearest(const std::vector<QPointF>& points, double x) {
    const auto after =
        std::lower_bound(points.begin(), points.end(), x, [](const QPointF& p, double v) { return p.x() < v; });
    if (after == points.end()) return points.empty() ? nullptr : &points.back();
    if (after == points.begin()) return &*after;
    const auto before = std::prev(after);
    return x - before->x() < after->x() - x ? &*before : &*after;
}

}  // namespace

Chart::Chart(ChartUnit unit, Axis axis, QWidget* parent)
    : QWidget(parent), m_unit(unit), m_axis(axis), m_crossHair(kNothing) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void Chart::setTitle(const QString& title) {
    m_title = title;
    setAccessibleName(title);
    update();
}

void Chart::setSimulated(bool simulated) {
    m_simulated = simulated;
    update();
}

void Chart::setTop(double top) {
    m_top = top;
    update();
}

void Chart::setSpan(double seconds) {
    m_span = seconds;
    update();
}

void Chart::setPoints(const QString& name, std::vector<QPointF> points) {
    const auto found = std::find_if(m_series.begin(), m_series.end(), [&](const Series& s) { return s.name == name; });
    if (found == m_series.end())
        m_series.push_back({name, std::move(points)});
    else
        found->points = std::move(points);
    update();
}

void Chart::clear() {
    m_series.clear();
    update();
}

bool Chart::isEmpty() const {
    return std::all_of(m_series.begin(), m_series.end(), [](const Series& s) { return s.points.empty(); });
}

void Chart::setCrossHair(double x) {
    m_crossHair = x;
    update();
}

QSize Chart::sizeHint() const {
    return {kFormWidth, kChartHeight};
}

QSize Chart::minimumSizeHint() const {
    return {kFormWidth / 2, kChartHeight - kHuge};
}

QColor Chart::colourOf(std::size_t series) const {
    const auto& colours = tokensOf(palette()).series;
    return colours[series % colours.size()];
}

QString Chart::xText(double x, bool seconds) const {
    if (m_axis == Axis::Step) return QString::number(x, 'f', 0);
    return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(x * 1000)).toString(seconds ? u"HH:mm:ss"_s : u"HH:mm"_s);
}

Chart::Frame Chart::frame() const {
    Frame f{};
    double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
    f.fromX = std::numeric_limits<double>::max(), f.toX = std::numeric_limits<double>::lowest();
    for (const auto& series : m_series) {
        if (series.points.empty()) continue;
        f.fromX = std::min(f.fromX, series.points.front().x());
        f.toX = std::max(f.toX, series.points.back().x());
    }
    if (f.fromX > f.toX) f.fromX = 0, f.toX = m_axis == Axis::Time ? m_span : 1;
    if (m_axis == Axis::Time) f.fromX = f.toX - m_span;
    if (f.toX <= f.fromX) f.toX = f.fromX + 1;
    for (const auto& series : m_series)
        for (const auto& p : series.points)
            if (p.x() >= f.fromX && !std::isnan(p.y())) low = std::min(low, p.y()), high = std::max(high, p.y());
    if (low > high) low = 0, high = 1;
    // Amounts start at nothing; a training curve shows where it moves.
    if (m_unit != ChartUnit::Number || low >= 0)
        low = m_unit == ChartUnit::Number && high > 0 && low > high * 0.5 ? low : std::min(low, 0.0);
    high = std::max(high, m_top);
    if (high <= low) high = low + 1;
    const double margin = (high - low) * 0.06;
    f.fromY = low == 0 ? 0 : low - margin;
    f.toY = high == m_top ? high : high + margin;
    const QFontMetrics fm(smallFont());
    int labels = 0;
    for (const double y : ticks(f.fromY, f.toY, 4, m_unit))
        labels = std::max(labels, fm.horizontalAdvance(valueText(y, m_unit)));
    const int head = QFontMetrics(strongFont()).height() + fm.height() + kGap + kSpace;
    f.plot = QRectF(kInner + labels + kGap, kGap + head, width() - labels - kGap - 2 * kInner,
                    height() - head - fm.height() - kGap - 2 * kSpace - kTiny);
    return f;
}

void Chart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& tokens = tokensOf(palette());
    paint::box(painter, rect(), tokens.surface, tokens.border);
    const Frame f = frame();
    paintHead(painter);
    paintAxes(painter, f);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCurves(painter, f);
    if (!std::isnan(m_crossHair)) paintCrossHair(painter, f);
}

void Chart::paintHead(QPainter& painter) const {
    const auto& tokens = tokensOf(palette());
    painter.setFont(strongFont());
    painter.setPen(tokens.text);
    const QFontMetrics strong(painter.font());
    const int baseline = kGap + strong.ascent();
    painter.drawText(kInner, baseline, m_title);
    painter.setFont(smallFont());
    const QFontMetrics fm(painter.font());
    if (m_simulated) {
        const QString word = tr("Simulated");
        painter.setPen(readable(tokens, tokens.waiting, tokens.surface));
        painter.drawText(width() - kInner - fm.horizontalAdvance(word), baseline, word);
    }
    int x = kInner;
    const int y = kGap + strong.height() + kTiny;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const double shown = std::isnan(m_crossHair) || !nearest(m_series[i].points, m_crossHair)
                                 ? lastValue(m_series[i].points)
                                 : nearest(m_series[i].points, m_crossHair)->y();
        const QString value = valueText(shown, m_unit);
        const int wide = kInner + kSpace + fm.horizontalAdvance(m_series[i].name + u"  "_s + value) + kOuter;
        const bool last = i + 1 == m_series.size();
        if (x + wide + (last ? 0 : fm.horizontalAdvance(tr("+%n more", nullptr, 99))) > width() && i > 0) {
            painter.setPen(tokens.muted);
            painter.drawText(x, y + fm.ascent(), tr("+%n more", nullptr, static_cast<int>(m_series.size() - i)));
            break;
        }
        painter.fillRect(QRect(x, y + fm.height() / 2 - 1, kInner, kMark + 1), colourOf(i));
        x += kInner + kSpace;
        painter.setPen(tokens.muted);
        painter.drawText(x, y + fm.ascent(), m_series[i].name);
        x += fm.horizontalAdvance(m_series[i].name + u"  "_s);
        painter.setPen(tokens.text);
        painter.drawText(x, y + fm.ascent(), value);
        x += fm.horizontalAdvance(value) + kOuter;
    }
}

void Chart::paintAxes(QPainter& painter, const Frame& f) const {
    const auto& tokens = tokensOf(palette());
    painter.setFont(smallFont());
    const QFontMetrics fm(painter.font());
    for (const double y : ticks(f.fromY, f.toY, 4, m_unit)) {
        const double at = std::round(f.at({f.fromX, y}).y());
        painter.fillRect(QRectF(f.plot.left(), at, f.plot.width(), kLine), mixed(tokens.surface, tokens.border, 0.8));
        painter.setPen(tokens.muted);
        const QString text = valueText(y, m_unit);
        painter.drawText(QPointF(f.plot.left() - kGap - fm.horizontalAdvance(text), at + fm.ascent() / 2.0 - 1), text);
    }
    painter.setPen(tokens.muted);
    const double bottom = f.plot.bottom() + fm.ascent() + kSpace;
    if (m_axis == Axis::Time) {
        const double minute = m_span <= 600 ? 60 : m_span / 5;
        for (double x = std::ceil(f.fromX / minute) * minute; x <= f.toX; x += minute) {
            const QString text = xText(x, false);
            const double at = f.at({x, f.fromY}).x(), half = fm.horizontalAdvance(text) / 2.0;
            if (at - half < f.plot.left() - kGap || at + half > width() - kSpace) continue;
            painter.fillRect(QRectF(std::round(at), f.plot.bottom() + 1, kLine, kSpace - 1), tokens.border);
            painter.drawText(QPointF(at - half, bottom), text);
        }
        return;
    }
    for (const double x :
         ticks(f.fromX, f.toX, std::max(2, static_cast<int>(f.plot.width() / 120)), ChartUnit::Number)) {
        if (x != std::floor(x)) continue;
        const QString text = xText(x, false);
        painter.drawText(QPointF(std::min(f.at({x, 0}).x() - fm.horizontalAdvance(text) / 2.0,
                                          width() - kInner - double(fm.horizontalAdvance(text))),
                                 bottom),
                         text);
    }
}

void Chart::paintCurves(QPainter& painter, const Frame& f) const {
    painter.save();
    painter.setClipRect(f.plot.adjusted(-kMark, -kMark, kMark, kMark));
    const int pixels = std::max(1, static_cast<int>(f.plot.width() * devicePixelRatioF()));
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const QColor colour = colourOf(i);
        for (auto& curve : decimated(m_series[i].points, f.fromX, f.toX, pixels, m_gap)) {
            for (auto& p : curve) p = f.at(p);
            painter.setPen(QPen(colour, kCurve, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            if (curve.size() == 1) {
                painter.setBrush(colour);
                painter.drawEllipse(curve.front(), kMark, kMark);
                continue;
            }
            painter.drawPolyline(curve);
        }
    }
    painter.restore();
}

void Chart::paintCrossHair(QPainter& painter, const Frame& f) const {
    const auto& tokens = tokensOf(palette());
    const double x = std::clamp(f.at({m_crossHair, 0}).x(), f.plot.left(), f.plot.right());
    painter.fillRect(QRectF(std::round(x), f.plot.top(), kLine, f.plot.height()), tokens.muted);
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const QPointF* point = nearest(m_series[i].points, m_crossHair);
        if (!point || std::isnan(point->y()) || !f.plot.adjusted(-1, -1, 1, 1).contains(f.at(*point))) continue;
        painter.setPen(QPen(tokens.surface, kLine));
        painter.setBrush(colourOf(i));
        painter.drawEllipse(f.at(*point), kSpace - 0.5, kSpace - 0.5);
    }
    painter.setFont(smallFont());
    const QFontMetrics fm(painter.font());
    const QString text = m_axis == Axis::Step ? tr("Step %1").arg(xText(m_crossHair, true)) : xText(m_crossHair, true);
    const double wide = fm.horizontalAdvance(text);
    const QRectF label(
        std::clamp(x - wide / 2 - kSpace, f.plot.left(), std::max(f.plot.left(), f.plot.right() - wide - kGap)),
        f.plot.bottom() + 1, wide + kGap, fm.height());
    painter.fillRect(label, tokens.surface);
    painter.setPen(tokens.text);
    painter.drawText(label, Qt::AlignCenter, text);
}

void Chart::mouseMoveEvent(QMouseEvent* event) {
    const Frame f = frame();
    const double share = (event->position().x() - f.plot.left()) / std::max(1.0, f.plot.width());
    double x = share < 0 || share > 1 ? kNothing : f.fromX + share * (f.toX - f.fromX);
    if (m_axis == Axis::Step && !std::isnan(x)) x = std::round(x);
    setCrossHair(x);
    Q_EMIT hovered(x);
}

void Chart::leaveEvent(QEvent*) {
    setCrossHair(kNothing);
    Q_EMIT hovered(kNothing);
}

QString Chart::csv() const {
    QString text = m_axis == Axis::Step ? u"series,step,value\n"_s : u"series,time,value\n"_s;
    for (const auto& series : m_series) {
        QString name = series.name;
        name.replace(u'"', u"\"\""_s);
        for (const auto& p : series.points) {
            if (std::isnan(p.y())) continue;
            const QString x = m_axis == Axis::Step ? QString::number(p.x(), 'f', 0)
                                                   : QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(p.x() * 1000))
                                                         .toUTC()
                                                         .toString(Qt::ISODateWithMs);
            text += u"\"%1\",%2,%3\n"_s.arg(name, x, QString::number(p.y(), 'g', 12));
        }
    }
    return text;
}

void Chart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(icon(Glyph::Copy), tr("Copy image"), this,
                   [this] { QGuiApplication::clipboard()->setPixmap(grab()); });
    menu.addAction(tr("Copy values as CSV"), this, [this] { QGuiApplication::clipboard()->setText(csv()); });
    menu.exec(event->globalPos());
}

}  // namespace ph::ui
