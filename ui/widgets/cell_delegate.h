#pragma once

#include <QStyledItemDelegate>

namespace ph::ui {

/// Draws cells that carry a StateLook (kLookRole) as chips, and fills of a ratio (kShareRole, 0 to 1) under their text.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kLookRole = Qt::UserRole + 100;
    static constexpr int kShareRole = Qt::UserRole + 101;
    static constexpr int kQuietRole = Qt::UserRole + 102;  ///< true: in the muted colour

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace ph::ui
