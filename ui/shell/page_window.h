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

private:
    void name();

    PageStack* m_pages;
    Toast* m_toast;
};

}  // namespace ph::ui
