#pragma once

#include "ui/theme/icons.h"

#include <QWidget>

#include <functional>

namespace ph::ui {

/// What fills a window beside the rail. Its QActions (actions()) are in the command palette while it is shown.
/// Addresses are like "jobs", "jobs/j4k2…", "nodes/n7…"; the first part names the section.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual QString title() const = 0;

    /// An action with its shortcut (may be empty), added to the page.
    QAction* addPageAction(Glyph glyph, const QKeySequence& shortcut);
    /// What has the focus when the page is opened. No focus proxy: Tab would come to that one from everywhere.
    void setFirstField(QWidget* field) { m_first = field; }

Q_SIGNALS:
    void titleChanged();
    void openAsked(const QString& address);
    /// Its work is done: the next one at this address is a fresh one.
    void finished();
    void said(const QString& text);
    /// `work` is done when the time to undo is over; `now` is the word that does it at once.
    void undoable(const QString& text, const QString& now, std::function<void()> work);

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    QWidget* m_first = nullptr;
};

}  // namespace ph::ui
