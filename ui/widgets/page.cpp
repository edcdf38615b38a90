#include "ui/widgets/page.h"

#include <QAction>

namespace ph::ui {

QAction* Page::addPageAction(Glyph glyph, const QKeySequence& shortcut) {
    auto* action = new QAction(icon(glyph), QString(), this);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

}  // namespace ph::ui
