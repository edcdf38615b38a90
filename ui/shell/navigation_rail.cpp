#include "ui/shell/navigation_rail.h"

#include "ui/theme/tokens.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace metrics;

NavigationRail::NavigationRail(QWidget* parent)
    : QWidget(parent), m_layout(new QVBoxLayout(this)), m_fold(new QToolButton(this)) {
    m_layout->setContentsMargins(kGap, kGap, kGap, kGap);
    m_layout->setSpacing(kSpace);
    m_layout->addStretch();
    m_layout->addWidget(m_fold);
    m_fold->setIcon(icon(Glyph::Rail));
    m_fold->setAutoRaise(true);
    connect(m_fold, &QToolButton::clicked, this, [this] { setNarrow(!m_narrow); });
    dress(m_fold);
    setFixedWidth(kRailWide);
    retranslate();
}

void NavigationRail::addEntry(const QString& section, Glyph glyph) {
    auto* button = new QToolButton(this);
    button->setIcon(icon(glyph));
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setAutoRaise(true);
    m_layout->insertWidget(static_cast<int>(m_entries.size()), button);
    m_entries.push_back({section, button});
    dress(button);
    connect(button, &QToolButton::clicked, this, [this, section] { Q_EMIT chosen(section); });
}

void NavigationRail::setWord(const QString& section, const QString& word) {
    for (const auto& entry : m_entries) {
        if (entry.section != section) continue;
        entry.button->setText(word);
        entry.button->setToolTip(word);
        entry.button->setAccessibleName(word);
    }
}

void NavigationRail::setCurrent(const QString& section) {
    for (const auto& entry : m_entries) entry.button->setChecked(entry.section == section);
}

void NavigationRail::setNarrow(bool narrow) {
    if (narrow == m_narrow) return;
    m_narrow = narrow;
    setFixedWidth(narrow ? kRailNarrow : kRailWide);
    for (const auto& entry : m_entries) dress(entry.button);
    dress(m_fold);
    retranslate();
    Q_EMIT narrowChanged(narrow);
}

void NavigationRail::dress(QToolButton* button) const {
    button->setToolButtonStyle(m_narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setMinimumHeight(kControl + kSpace);
}

void NavigationRail::retranslate() {
    const QString word = m_narrow ? tr("Widen the rail") : tr("Collapse");
    m_fold->setText(word);
    m_fold->setToolTip(word);
    m_fold->setAccessibleName(word);
}

void NavigationRail::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& tokens = tokensOf(palette());
    painter.fillRect(rect(), mixed(tokens.window, tokens.border, 0.25));
    painter.fillRect(QRect(width() - kLine, 0, kLine, height()), tokens.border);
}

void NavigationRail::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace ph::ui
