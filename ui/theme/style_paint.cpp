#include "ui/theme/style_paint.h"

#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleOption>
#include <QVariant>
#include <QWidget>

namespace ph::ui::paint {

using namespace Qt::StringLiterals;
using namespace metrics;

namespace {

bool has(const QStyleOption& option, QStyle::StateFlag flag) {
    return option.state.testFlag(flag);
}

QColor hovered(const Tokens& t, const QColor& ground) {
    return mixed(ground, t.text, t.dark ? 0.08 : 0.05);
}
QColor pressed(const Tokens& t, const QColor& ground) {
    return mixed(ground, t.text, t.dark ? 0.14 : 0.10);
}

QColor inState(const Tokens& t, const QStyleOption& option, const QColor& ground) {
    if (!has(option, QStyle::State_Enabled)) return ground;
    if (has(option, QStyle::State_Sunken)) return pressed(t, ground);
    return has(option, QStyle::State_MouseOver) ? hovered(t, ground) : ground;
}

}  // namespace

void box(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& line) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line.isValid() ? QPen(line, kLine) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter.restore();
}

void button(QPainter& painter, const QStyleOption& option, const QWidget* widget) {
    const auto& t = tokensOf(option.palette);
    const auto tone = widget ? widget->property("tone").toString() : QString();
    const bool enabled = has(option, QStyle::State_Enabled);
    if (tone == "primary"_L1 && enabled) return box(painter, option.rect, inState(t, option, t.accent), QColor());
    const QColor ground = enabled ? t.raised : t.window;
    const bool focused = has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange);
    const QColor line = tone == "danger"_L1 && enabled ? mixed(t.border, t.bad, 0.6) : mixed(t.border, t.muted, 0.25);
    box(painter, option.rect, inState(t, option, has(option, QStyle::State_On) ? pressed(t, ground) : ground),
        focused ? t.accent : line);
}

void toolButton(QPainter& painter, const QStyleOption& option) {
    const auto& t = tokensOf(option.palette);
    const bool on = has(option, QStyle::State_On), sunken = has(option, QStyle::State_Sunken);
    const bool over = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
    if (on || sunken || over)
        box(painter, option.rect, mixed(t.window, on ? t.accent : t.text, sunken || on ? 0.14 : 0.07), QColor());
}

void field(QPainter& painter, const QStyleOption& option) {
    const auto& t = tokensOf(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool focused = has(option, QStyle::State_HasFocus) && enabled;
    QColor line = focused ? t.accent : mixed(t.border, t.muted, 0.25);
    if (option.styleObject && option.styleObject->property("tone").toString() == "danger"_L1) line = t.bad;
    box(painter, option.rect, enabled ? t.surface : t.window, line);
}

void checkBox(QPainter& painter, const QStyleOption& option) {
    const auto& t = tokensOf(option.palette);
    const bool on = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool focused = has(option, QStyle::State_HasFocus);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(on ? QPen(Qt::NoPen) : QPen(focused ? t.accent : mixed(t.border, t.muted, 0.5), kLine));
    painter.setBrush(on ? (enabled ? t.accent : t.off) : t.surface);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kSpace, kSpace);
    if (on) {
        const QRectF r = option.rect;
        QPainterPath mark;
        mark.moveTo(r.left() + r.width() * 0.25, r.top() + r.height() * 0.52);
        mark.lineTo(r.left() + r.width() * 0.43, r.top() + r.height() * 0.70);
        mark.lineTo(r.left() + r.width() * 0.76, r.top() + r.height() * 0.32);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.onAccent, kCurve, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(mark);
    }
    painter.restore();
}

void radioButton(QPainter& painter, const QStyleOption& option) {
    const auto& t = tokensOf(option.palette);
    const bool on = has(option, QStyle::State_On);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(on ? t.accent : mixed(t.border, t.muted, 0.5), on ? kMark : kLine));
    painter.setBrush(t.surface);
    const QRectF r = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter.drawEllipse(r);
    if (on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.accent);
        painter.drawEllipse(r.center(), r.width() / 4, r.height() / 4);
    }
    painter.restore();
}

void itemGround(QPainter& painter, const QStyleOptionViewItem& option) {
    const auto& t = tokensOf(option.palette);
    if (has(option, QStyle::State_Selected))
        painter.fillRect(option.rect, option.palette.color(QPalette::Highlight));
    else if (option.backgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(option.rect, option.backgroundBrush);
    else if (has(option, QStyle::State_MouseOver))
        painter.fillRect(option.rect, mixed(t.surface, t.text, t.dark ? 0.05 : 0.035));
}

void tab(QPainter& painter, const QStyleOptionTab& option) {
    const auto& t = tokensOf(option.palette);
    if (has(option, QStyle::State_Selected)) {
        painter.fillRect(QRect(option.rect.left() + kInner, option.rect.bottom() - kMark + 1,
                               option.rect.width() - 2 * kInner, kMark),
                         t.accent);
    } else if (has(option, QStyle::State_MouseOver)) {
        box(painter, option.rect.adjusted(kSpace, kSpace, -kSpace, -kSpace), mixed(t.window, t.text, 0.05), QColor());
    }
    if (has(option, QStyle::State_HasFocus))
        box(painter, option.rect.adjusted(kSpace, kSpace, -kSpace, -kSpace), QColor(), t.accent);
}

void headerSection(QPainter& painter, const QStyleOptionHeader& option) {
    const auto& t = tokensOf(option.palette);
    const QColor ground = mixed(t.surface, t.window, 0.7);
    painter.fillRect(option.rect, has(option, QStyle::State_MouseOver) ? mixed(ground, t.text, 0.04) : ground);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), kLine), t.border);
}

void scrollBar(QPainter& painter, const QStyleOptionSlider& option, const QRect& handle) {
    const auto& t = tokensOf(option.palette);
    if (option.maximum <= option.minimum) return;
    const bool active = option.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(t.surface, t.muted, active ? 0.75 : 0.40));
    const QRectF inner = QRectF(handle).adjusted(kTiny, kTiny, -kTiny, -kTiny);
    const double radius = std::min(inner.width(), inner.height()) / 2;
    painter.drawRoundedRect(inner, radius, radius);
    painter.restore();
}

void focusRing(QPainter& painter, const QStyleOption& option) {
    if (!has(option, QStyle::State_KeyboardFocusChange)) return;
    box(painter, option.rect, QColor(), tokensOf(option.palette).accent);
}

}  // namespace ph::ui::paint
