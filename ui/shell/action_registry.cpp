#include "ui/shell/action_registry.h"

#include <QWidget>

#include <algorithm>

namespace ph::ui {

ActionRegistry::ActionRegistry(QWidget& window) : QObject(&window), m_window(window) {}

QAction* ActionRegistry::add(const QString& id, Glyph glyph, const QKeySequence& shortcut) {
    auto* action = new QAction(icon(glyph), QString(), this);
    action->setObjectName(id);
    action->setShortcut(shortcut);
    m_window.addAction(action);
    m_actions.push_back(action);
    return action;
}

QAction* ActionRegistry::find(const QString& id) const {
    const auto found = std::find_if(m_actions.begin(), m_actions.end(),
                                    [&](const QAction* action) { return action->objectName() == id; });
    return found == m_actions.end() ? nullptr : *found;
}

}  // namespace ph::ui
