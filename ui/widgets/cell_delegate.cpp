#include "ui/widgets/cell_delegate.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/state_chip.h"

#include <QApplication>
#include <QPainter>

namespace ph::ui {

using namespace metrics;

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const auto& tokens = tokensOf(option.palette);
    const QColor ground =
        option.state.testFlag(QStyle::State_Selected) ? option.palette.color(QPalette::Highlight) : tokens.surface;
    const auto look = index.data(kLookRole);
    const auto share = index.data(kShareRole);
    if (index.data(kQuietRole).toBool()) {
        const QColor quiet = readable(tokens, tokens.muted, ground);
        option.palette.setColor(QPalette::Text, quiet);
        option.palette.setColor(QPalette::HighlightedText, quiet);
    }
    if (look.isValid()) option.text.clear();
    const auto* style = option.widget ? option.widget->style() : QApplication::style();
    if (share.isValid()) {
        option.text.clear();
        style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        const QRect room = option.rect.adjusted(kGap, 0, -kGap, 0);
        QRect bar(room.left(), option.rect.bottom() - kSpace - kTiny, room.width(), kMark + 1);
        painter->fillRect(bar, mixed(ground, tokens.muted, 0.25));
        const double part = std::clamp(share.toDouble(), 0.0, 1.0);
        bar.setWidth(qRound(bar.width() * part));
        painter->fillRect(bar, tokens.accent);
        painter->setPen(tokens.text);
        painter->setFont(option.font);
        painter->drawText(room.adjusted(0, 0, 0, -kSpace), Qt::AlignLeft | Qt::AlignVCenter,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, room.width()));
        return;
    }
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    if (!look.isValid()) return;
    painter->save();
    painter->setFont(option.font);
    paintChip(*painter, option.rect.adjusted(kSpace, 0, -kSpace, 0), look.value<StateLook>(), option.palette, ground);
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto look = index.data(kLookRole);
    if (look.isValid()) return {chipSize(look.value<StateLook>(), option.font).width() + kGap, kRow};
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(kRow);
    return size;
}

}  // namespace ph::ui
