#include "ui/theme/style.h"

#include "ui/theme/icons.h"
#include "ui/theme/style_paint.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyleOption>
#include <QStyleOptionComplex>
#include <QTabBar>

namespace ph::ui {

using namespace Qt::StringLiterals;
using namespace metrics;

namespace {

/// A copy of the option whose text is drawn in the colour that the button's tone asks for.
QStyleOptionButton inTone(const QStyleOptionButton& option, const QWidget* widget) {
    QStyleOptionButton copy = option;
    const auto tone = widget ? widget->property("tone").toString() : QString();
    const auto& t = tokensOf(option.palette);
    if (option.state.testFlag(QStyle::State_Enabled)) {
        if (tone == "primary"_L1) copy.palette.setColor(QPalette::ButtonText, t.onAccent);
        if (tone == "danger"_L1) copy.palette.setColor(QPalette::ButtonText, t.bad);
    }
    return copy;
}

void drawCombo(const Style& style, const QStyleOptionComboBox& option, QPainter& painter, const QWidget* widget) {
    if (option.editable)
        paint::field(painter, option);
    else
        paint::button(painter, option, nullptr);
    const QRect arrow = style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxArrow, widget);
    const auto& t = tokensOf(option.palette);
    paintGlyph(painter,
               arrow.adjusted(kTiny, 0, -kTiny, 0)
                   .intersected(QRect(arrow.center() - QPoint(kSpace + kTiny, kSpace + kTiny), QSize(kInner, kInner))),
               Glyph::Down, t.muted);
}

void drawSpin(const Style& style, const QStyleOptionSpinBox& option, QPainter& painter, const QWidget* widget) {
    paint::field(painter, option);
    const auto& t = tokensOf(option.palette);
    const auto arrow = [&](QStyle::SubControl part, bool up) {
        const QRect rect = style.subControlRect(QStyle::CC_SpinBox, &option, part, widget);
        const bool usable =
            option.stepEnabled & (up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled);
        painter.save();
        painter.translate(rect.center());
        if (up) painter.rotate(180);
        paintGlyph(painter, QRect(-kSpace - 1, -kSpace - 1, kGap + kTiny, kGap + kTiny), Glyph::Down,
                   usable ? t.muted : t.border);
        painter.restore();
    };
    if (option.buttonSymbols != QAbstractSpinBox::NoButtons) {
        arrow(QStyle::SC_SpinBoxUp, true);
        arrow(QStyle::SC_SpinBoxDown, false);
    }
}

/// A field of several lines, which looks like one of a single line.
bool isTextField(const QObject* object) {
    const auto* edit = qobject_cast<const QPlainTextEdit*>(object);
    return edit && !edit->isReadOnly();
}

}  // namespace

Style::Style() : QProxyStyle(u"Fusion"_s) {}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_LayoutLeftMargin:
        case PM_LayoutRightMargin:
        case PM_LayoutTopMargin:
        case PM_LayoutBottomMargin:
            return kInner;
        case PM_LayoutHorizontalSpacing:
        case PM_LayoutVerticalSpacing:
            return kGap;
        case PM_ScrollBarExtent:
            return kScrollBar;
        case PM_ScrollBarSliderMin:
            return kHuge;
        case PM_ScrollView_ScrollBarOverlap:
        case PM_ScrollView_ScrollBarSpacing:
            return 0;
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_ToolBarIconSize:
        case PM_TabBarIconSize:
            return kIcon;
        case PM_TabBarTabHSpace:
            return kWide;
        case PM_TabBarTabVSpace:
            return kInner;
        case PM_TabBarBaseOverlap:
        case PM_TabBarTabShiftVertical:
        case PM_TabBarTabShiftHorizontal:
        case PM_ButtonShiftHorizontal:
        case PM_ButtonShiftVertical:
            return 0;
        case PM_HeaderMargin:
            return kGap;
        case PM_FocusFrameHMargin:
            return kGap - 1;
        case PM_SplitterWidth:
            return kSpace;
        case PM_DefaultFrameWidth:
            return qobject_cast<const QComboBox*>(widget) ? kTiny : QProxyStyle::pixelMetric(metric, option, widget);
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const {
    switch (hint) {
        case SH_ScrollBar_LeftClickAbsolutePosition:
            return 0;
        case SH_EtchDisabledText:
        case SH_UnderlineShortcut:
            return 0;
        case SH_ItemView_ShowDecorationSelected:
            return 1;
        case SH_ComboBox_Popup:
            return 0;
        case SH_Header_ArrowAlignment:
            return Qt::AlignRight | Qt::AlignVCenter;
        default:
            return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
        case CT_PushButton:
            result = QSize(std::max(size.width() + 2 * kOuter, kToolbar), std::max(result.height(), kControl));
            break;
        case CT_LineEdit:
        case CT_ComboBox:
        case CT_SpinBox:
            result.setHeight(std::max(result.height(), kControl));
            break;
        case CT_ToolButton:
            result = result.expandedTo(QSize(kControl, kControl));
            break;
        case CT_HeaderSection:
            result.setHeight(std::max(result.height(), kRow));
            break;
        case CT_TabBarTab:
            result.setHeight(std::max(result.height(), kToolbar - kSpace));
            break;
        case CT_MenuItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
                item && item->menuItemType != QStyleOptionMenuItem::Separator)
                result.setHeight(std::max(result.height(), kControl - kTiny));
            break;
        default:
            break;
    }
    return result;
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl sub,
                            const QWidget* widget) const {
    if (control == CC_ScrollBar) {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (!bar) return {};
        const bool flat = bar->orientation == Qt::Horizontal;
        const int length = flat ? bar->rect.width() : bar->rect.height();
        const qint64 range = qint64(bar->maximum) - bar->minimum;
        int handle = length;
        if (range > 0)
            handle = std::clamp(int(qint64(bar->pageStep) * length / (range + bar->pageStep)),
                                std::min(int(kHuge), length), length);
        const int start =
            sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - handle, bar->upsideDown);
        const auto part = [&](int from, int size) {
            const QRect r = flat ? QRect(from, 0, size, bar->rect.height()) : QRect(0, from, bar->rect.width(), size);
            return visualRect(bar->direction, bar->rect, r.translated(bar->rect.topLeft()));
        };
        switch (sub) {
            case SC_ScrollBarSlider:
                return part(start, handle);
            case SC_ScrollBarGroove:
                return bar->rect;
            case SC_ScrollBarSubPage:
                return part(0, start);
            case SC_ScrollBarAddPage:
                return part(start + handle, length - start - handle);
            default:
                return {};
        }
    }
    return QProxyStyle::subControlRect(control, option, sub, widget);
}

QRect Style::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    if (element == SE_LineEditContents) {
        const bool framed = !widget || !widget->parentWidget() || !widget->parentWidget()->inherits("QAbstractSpinBox");
        return QProxyStyle::subElementRect(element, option, widget)
            .adjusted(framed ? kSpace : 0, 0, framed ? -kSpace : 0, 0);
    }
    if (element == SE_HeaderArrow)
        return QRect(option->rect.right() - kInner - kSpace, option->rect.center().y() - kGap, kInner + kSpace, kOuter);
    return QProxyStyle::subElementRect(element, option, widget);
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    switch (element) {
        case PE_PanelButtonCommand:
            return paint::button(*painter, *option, widget);
        case PE_PanelButtonTool:
            return paint::toolButton(*painter, *option);
        case PE_PanelLineEdit:
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0)
                return paint::field(*painter, *option);
            return;
        case PE_FrameLineEdit:
            return;
        case PE_IndicatorCheckBox:
        case PE_IndicatorItemViewItemCheck:
            return paint::checkBox(*painter, *option);
        case PE_IndicatorRadioButton:
            return paint::radioButton(*painter, *option);
        case PE_PanelItemViewItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option))
                return paint::itemGround(*painter, *item);
            return;
        case PE_PanelItemViewRow:
            return;
        case PE_FrameFocusRect:
            return paint::focusRing(*painter, *option);
        case PE_FrameTabBarBase: {
            const auto& t = tokensOf(option->palette);
            return painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), kLine),
                                     t.border);
        }
        case PE_FrameTabWidget:
            return;
        case PE_IndicatorArrowDown:
            return paintGlyph(*painter, option->rect, Glyph::Down, tokensOf(option->palette).muted);
        case PE_IndicatorArrowRight:
            return paintGlyph(*painter, option->rect, Glyph::Right, tokensOf(option->palette).muted);
        case PE_Frame: {
            if (widget && widget->property("frameless").toBool()) return;
            if (isTextField(widget)) return paint::field(*painter, *option);
            const auto& t = tokensOf(option->palette);
            const bool text = qobject_cast<const QPlainTextEdit*>(widget);
            return paint::box(*painter, option->rect, text ? t.surface : QColor(), t.border);
        }
        case PE_IndicatorHeaderArrow: {
            const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
            if (!header || header->sortIndicator == QStyleOptionHeader::None) return;
            painter->save();
            painter->translate(option->rect.center().x(), widget ? widget->height() / 2 : option->rect.center().y());
            if (header->sortIndicator == QStyleOptionHeader::SortDown) painter->rotate(180);
            paintGlyph(*painter, QRect(-kSpace - 1, -kSpace - 1, kGap + kTiny, kGap + kTiny), Glyph::Down,
                       tokensOf(option->palette).muted);
            return painter->restore();
        }
        default:
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    switch (element) {
        case CE_PushButtonLabel:
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
                const auto copy = inTone(*button, widget);
                return QProxyStyle::drawControl(element, &copy, painter, widget);
            }
            break;
        case CE_PushButtonBevel:
            return paint::button(*painter, *option, widget);
        case CE_TabBarTabShape:
            if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) return paint::tab(*painter, *tab);
            break;
        case CE_HeaderSection:
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
                return paint::headerSection(*painter, *header);
            break;
        case CE_HeaderLabel:
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
                QStyleOptionHeader copy = *header;
                copy.palette.setColor(QPalette::ButtonText, tokensOf(option->palette).muted);
                return QProxyStyle::drawControl(element, &copy, painter, widget);
            }
            break;
        case CE_HeaderEmptyArea: {
            QStyleOptionHeader header;
            header.palette = option->palette;
            header.rect = option->rect;
            return paint::headerSection(*painter, header);
        }
        case CE_Splitter:
            return painter->fillRect(option->rect, tokensOf(option->palette).border);
        default:
            break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    if (control == CC_ScrollBar)
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return paint::scrollBar(*painter, *bar, subControlRect(control, option, SC_ScrollBarSlider, widget));
    if (control == CC_ToolButton)
        if (const auto* tool = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            // A button that is all menu needs no arrow squeezed into its corner.
            QStyleOptionToolButton copy = *tool;
            copy.features &= ~QStyleOptionToolButton::HasMenu;
            return QProxyStyle::drawComplexControl(control, &copy, painter, widget);
        }
    if (control == CC_ComboBox)
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option))
            return drawCombo(*this, *combo, *painter, widget);
    if (control == CC_SpinBox)
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option))
            return drawSpin(*this, *spin, *painter, widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void Style::polish(QWidget* widget) {
    if (qobject_cast<QPlainTextEdit*>(widget)) widget->installEventFilter(this);
    QProxyStyle::polish(widget);
}

void Style::unpolish(QWidget* widget) {
    widget->removeEventFilter(this);
    QProxyStyle::unpolish(widget);
}

bool Style::eventFilter(QObject* watched, QEvent* event) {
    // Qt repaints the text when the focus comes or goes, not the frame around it.
    if ((event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) && isTextField(watched))
        static_cast<QWidget*>(watched)->update();
    return QProxyStyle::eventFilter(watched, event);
}

}  // namespace ph::ui
