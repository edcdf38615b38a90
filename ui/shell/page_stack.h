#pragma once

#include "ui/widgets/page.h"

#include <QStackedWidget>

#include <functional>
#include <map>
#include <vector>

namespace ph::ui {

/// A feature as the shell knows it: a name, an icon, and a factory of its pages.
struct Section {
    QString key;
    Glyph glyph = Glyph::Info;
    std::function<QString()> word;
    /// `rest` is what follows "key/" in the address.
    std::function<Page*(const QString& rest, QWidget* parent)> make;
};

/// The pages of one window by address, with a way back. Keeps the sections' first pages and the last few others.
class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit PageStack(const std::vector<Section>& sections, QWidget* parent = nullptr);

    void open(const QString& address);
    void back();
    bool canGoBack() const { return m_history.size() > 1; }
    QString address() const { return m_history.isEmpty() ? QString() : m_history.last(); }
    Page* page() const { return qobject_cast<Page*>(currentWidget()); }

Q_SIGNALS:
    void opened();
    /// Of any page of the stack.
    void titleChanged();
    void said(const QString& text);
    void undoable(const QString& text, const QString& now, std::function<void()> work);

private:
    Page* made(const QString& address);
    void bringUp(const QString& address);
    void drop(const QString& address);
    void forgetOldest();

    const std::vector<Section>& m_sections;
    std::map<QString, Page*> m_pages;
    QStringList m_history;
};

}  // namespace ph::ui
