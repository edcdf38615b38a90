#include "ui/shell/page_stack.h"

#include <QPointer>

#include <algorithm>

namespace ph::ui {

namespace {

constexpr std::size_t kMostPages = 12;
constexpr qsizetype kMostHistory = 50;

}  // namespace

PageStack::PageStack(const std::vector<Section>& sections, QWidget* parent)
    : QStackedWidget(parent), m_sections(sections) {}

void PageStack::open(const QString& address) {
    if (address == this->address()) return;
    bringUp(address);
    if (!page()) return;
    m_history.removeAll(address);
    m_history.append(address);
    if (m_history.size() > kMostHistory) m_history.removeFirst();
    forgetOldest();
    Q_EMIT opened();
}

void PageStack::back() {
    if (!canGoBack()) return;
    m_history.removeLast();
    bringUp(m_history.last());
    Q_EMIT opened();
}

void PageStack::bringUp(const QString& address) {
    auto found = m_pages.find(address);
    if (found == m_pages.end()) {
        Page* page = made(address);
        if (!page) return;
        addWidget(page);
        found = m_pages.emplace(address, page).first;
    }
    setCurrentWidget(found->second);
    found->second->setFocus(Qt::OtherFocusReason);
}

Page* PageStack::made(const QString& address) {
    const auto slash = address.indexOf(u'/');
    const QString key = slash < 0 ? address : address.left(slash);
    const auto section =
        std::find_if(m_sections.begin(), m_sections.end(), [&](const Section& s) { return s.key == key; });
    if (section == m_sections.end()) return nullptr;
    Page* page = section->make(slash < 0 ? QString() : address.mid(slash + 1), this);
    if (!page) return nullptr;
    connect(page, &Page::openAsked, this, &PageStack::open, Qt::QueuedConnection);
    connect(page, &Page::titleChanged, this, &PageStack::titleChanged);
    connect(page, &Page::said, this, &PageStack::said);
    connect(
        page, &Page::finished, this, [this, address] { drop(address); }, Qt::QueuedConnection);
    connect(page, &Page::undoable, this,
            [this, from = QPointer(page)](const QString& text, const QString& now, const std::function<void()>& work) {
                Q_EMIT undoable(text, now, [from, work] {
                    if (from) work();
                });
            });
    return page;
}

void PageStack::drop(const QString& address) {
    const auto found = m_pages.find(address);
    if (found == m_pages.end()) return;
    m_history.removeAll(address);
    if (found->second == currentWidget() && !m_history.isEmpty()) bringUp(m_history.last());
    found->second->deleteLater();
    m_pages.erase(address);
}

void PageStack::forgetOldest() {
    for (qsizetype i = 0; i < m_history.size() - 1 && m_pages.size() > kMostPages; ++i) {
        const QString address = m_history[i];
        const auto found = m_pages.find(address);
        if (!address.contains(u'/') || found == m_pages.end()) continue;
        found->second->deleteLater();
        m_pages.erase(found);
    }
}

}  // namespace ph::ui
