#pragma once

#include <QColor>
#include <QRect>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionHeader;
class QStyleOptionSlider;
class QStyleOptionTab;
class QStyleOptionViewItem;
class QWidget;

namespace ph::ui::paint {

/// A filled and outlined box with the style's corners; an invalid colour leaves that part out.
void box(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& line);
void button(QPainter& painter, const QStyleOption& option, const QWidget* widget);
void toolButton(QPainter& painter, const QStyleOption& option);
void field(QPainter& painter, const QStyleOption& option);
void checkBox(QPainter& painter, const QStyleOption& option);
void radioButton(QPainter& painter, const QStyleOption& option);
void itemGround(QPainter& painter, const QStyleOptionViewItem& option);
void tab(QPainter& painter, const QStyleOptionTab& option);
void headerSection(QPainter& painter, const QStyleOptionHeader& option);
void scrollBar(QPainter& painter, const QStyleOptionSlider& option, const QRect& handle);
void focusRing(QPainter& painter, const QStyleOption& option);

}  // namespace ph::ui::paint
