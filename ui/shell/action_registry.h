#pragma once

#include "ui/theme/icons.h"

#include <QAction>
#include <QObject>

#include <vector>

namespace ph::ui {

/// Every action of a window by name, for menus, shortcuts and the command palette.
class ActionRegistry : public QObject {
    Q_OBJECT
public:
    /// Actions get their shortcuts in `window`.
    explicit ActionRegistry(QWidget& window);

    QAction* add(const QString& id, Glyph glyph, const QKeySequence& shortcut = {});
    QAction* find(const QString& id) const;
    /// In the order in which they were added.
    const std::vector<QAction*>& actions() const { return m_actions; }

private:
    QWidget& m_window;
    std::vector<QAction*> m_actions;
};

}  // namespace ph::ui
