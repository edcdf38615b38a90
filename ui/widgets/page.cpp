#include "ui/widgets/page.h"

#include <QAction>
#include <QFocusEvent>

namespace ph::ui {

QAction* Page::addPageAction(Glyph glyph, const QKeySequence& shortcut) {
    auto* action = new QAction(icon(glyph), QString(), this);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void Page::focusInEvent(QFocusEvent* event) {
    if (m_first)
        m_first->setFocus(event->reason());
    else
        QWidget::focusInEvent(event);
}

}  // namespace ph::ui
