#pragma once

#include "ui/shell/page_stack.h"

#include <QWidget>

namespace ph::ui {

class Toast;

/// A page torn off into a window of its own, live like the others.
class PageWindow : public QWidget {
    Q_OBJECT
public:
    PageWindow(const std::vector<Section>& sections, const QString& address);

    /// Empty if there is no such page.
    QString address() const { return m_pages->address(); }

Q_SIGNALS:
    /// It shows another page now.
    void changed();
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void name();

    PageStack* m_pages;
    Toast* m_toast;
};

}  // namespace ph::ui
