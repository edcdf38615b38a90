#pragma once

#include "ui/theme/icons.h"

#include <QWidget>

#include <vector>

class QToolButton;
class QVBoxLayout;

namespace ph::ui {

/// The sections, as icon and word or as icons alone.
class NavigationRail : public QWidget {
    Q_OBJECT
public:
    explicit NavigationRail(QWidget* parent = nullptr);

    void addEntry(const QString& section, Glyph glyph);
    void setWord(const QString& section, const QString& word);
    void setCurrent(const QString& section);
    bool isNarrow() const { return m_narrow; }
    void setNarrow(bool narrow);

Q_SIGNALS:
    void chosen(const QString& section);
    void narrowChanged(bool narrow);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void dress(QToolButton* button) const;
    void retranslate();

    struct Entry {
        QString section;
        QToolButton* button;
    };
    std::vector<Entry> m_entries;
    QVBoxLayout* m_layout;
    QToolButton* m_fold;
    bool m_narrow = false;
};

}  // namespace ph::ui
