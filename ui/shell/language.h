#pragma once

#include <QObject>
#include <QTranslator>

class QApplication;

namespace ph::ui {

/// The interface's language: English, Chinese, or the desktop's. Widgets hear of a change as QEvent::LanguageChange.
class Language : public QObject {
    Q_OBJECT
public:
    explicit Language(QApplication& application);

    /// "en", "zh_CN", or empty for the desktop's.
    void set(const QString& name);
    const QString& chosen() const { return m_chosen; }
    /// What is in use: "en" or "zh_CN".
    const QString& current() const { return m_current; }

private:
    QApplication& m_application;
    QString m_chosen;
    QString m_current;
    QString m_desktop;
    QTranslator m_own;
    QTranslator m_qt;
};

}  // namespace ph::ui
