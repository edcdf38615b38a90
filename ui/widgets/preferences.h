#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>

namespace ph::ui {

/// What the console keeps between runs for one person on one machine. Never a secret.
class Preferences {
public:
    explicit Preferences(QSettings& settings) : m_settings(settings) {}

    QByteArray state(const QString& name) const {
        return m_settings.value(QStringLiteral("state/") + name).toByteArray();
    }
    void setState(const QString& name, const QByteArray& state) {
        m_settings.setValue(QStringLiteral("state/") + name, state);
    }
    bool flag(const QString& name, bool otherwise) const {
        return m_settings.value(QStringLiteral("flags/") + name, otherwise).toBool();
    }
    void setFlag(const QString& name, bool on) { m_settings.setValue(QStringLiteral("flags/") + name, on); }
    QString word(const QString& name) const { return m_settings.value(QStringLiteral("words/") + name).toString(); }
    void setWord(const QString& name, const QString& word) {
        m_settings.setValue(QStringLiteral("words/") + name, word);
    }

private:
    QSettings& m_settings;
};

}  // namespace ph::ui
