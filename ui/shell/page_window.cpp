#include "ui/shell/page_window.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/toast.h"

#include <QAction>
#include <QCloseEvent>
#include <QVBoxLayout>

namespace ph::ui {

namespace {

constexpr int kUndoSeconds = 10;

}  // namespace

PageWindow::PageWindow(const std::vector<Section>& sections, const QString& address)
    : m_pages(new PageStack(sections, this)), m_toast(new Toast(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumSize(metrics::kLeastWidth, metrics::kLeastHeight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    auto* close = new QAction(this);
    // All of the desktop's keys for it: the first alone is Ctrl+F4 on some.
    close->setShortcuts(QKeySequence::Close);
    addAction(close);
    connect(close, &QAction::triggered, this, &QWidget::close);
    connect(m_pages, &PageStack::opened, this, &PageWindow::name);
    connect(m_pages, &PageStack::opened, this, &PageWindow::changed);
    connect(m_pages, &PageStack::titleChanged, this, &PageWindow::name);
    connect(m_pages, &PageStack::said, m_toast, &Toast::say);
    connect(m_pages, &PageStack::undoable, this,
            [this](const QString& text, const QString& now, std::function<void()> work) {
                m_toast->sayWithUndo(text, now, kUndoSeconds, std::move(work));
            });
    m_pages->open(address);
}

void PageWindow::name() {
    if (const auto* page = m_pages->page()) setWindowTitle(tr("%1 – Pilothouse").arg(page->title()));
}

void PageWindow::closeEvent(QCloseEvent* event) {
    QWidget::closeEvent(event);
    Q_EMIT closed();
}

void PageWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) name();
    QWidget::changeEvent(event);
}

}  // namespace ph::ui
