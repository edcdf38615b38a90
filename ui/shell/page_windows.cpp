#include "ui/shell/page_windows.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace ph::ui {

using namespace Qt::StringLiterals;

PageWindows::PageWindows(const std::vector<Section>& sections, Preferences& preferences, const QString& server)
    : m_sections(sections), m_preferences(preferences), m_name(u"windows/"_s + server) {}

PageWindows::~PageWindows() {
    close();
}

PageWindow* PageWindows::open(const QString& address, const QSize& size) {
    auto* window = add(address);
    if (!window) return nullptr;
    window->resize(size);
    window->show();
    keep();
    return window;
}

PageWindow* PageWindows::add(const QString& address) {
    auto* window = new PageWindow(m_sections, address);
    if (window->address().isEmpty()) {
        // A section that this version lacks.
        delete window;
        return nullptr;
    }
    m_windows.push_back(window);
    connect(window, &PageWindow::changed, this, &PageWindows::keep);
    connect(window, &PageWindow::closed, this, [this, window] {
        std::erase(m_windows, window);
        keep();
    });
    return window;
}

void PageWindows::restore() {
    const auto kept = QJsonDocument::fromJson(m_preferences.state(m_name)).array();
    for (const auto& entry : kept) {
        const auto one = entry.toObject();
        auto* window = add(one.value(u"address"_s).toString());
        if (!window) continue;
        window->restoreGeometry(QByteArray::fromBase64(one.value(u"geometry"_s).toString().toLatin1()));
        window->show();
    }
}

void PageWindows::close() {
    if (m_windows.empty()) return;
    keep();
    // Not later: their pages use the server's connection, which may end right after this.
    for (auto* window : std::exchange(m_windows, {})) {
        window->disconnect(this);
        window->close();
        delete window;
    }
}

void PageWindows::keep() const {
    QJsonArray list;
    for (const auto* window : m_windows)
        list.append(QJsonObject{{u"address"_s, window->address()},
                                {u"geometry"_s, QString::fromLatin1(window->saveGeometry().toBase64())}});
    m_preferences.setState(m_name, QJsonDocument(list).toJson(QJsonDocument::Compact));
}

}  // namespace ph::ui
