#include "ui/widgets/empty_state.h"

#include "ui/theme/tokens.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ph::ui {

using namespace Qt::StringLiterals;

EmptyState::EmptyState(Glyph glyph, QWidget* parent)
    : QWidget(parent),
      m_glyph(glyph),
      m_picture(new QLabel(this)),
      m_sentence(new QLabel(this)),
      m_button(new QPushButton(this)) {
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    m_picture->setAlignment(Qt::AlignCenter);
    m_button->setProperty("tone", u"primary"_s);
    m_button->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(metrics::kOuter);
    layout->addStretch(2);
    layout->addWidget(m_picture);
    // Not aligned but stretched: an aligned label with several lines gets the height of one.
    auto* line = new QHBoxLayout;
    line->addStretch(1);
    line->addWidget(m_sentence, 2);
    line->addStretch(1);
    layout->addLayout(line);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::buttonPressed);
    tint();
}

void EmptyState::setTexts(const QString& sentence, const QString& button) {
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
}

void EmptyState::setGlyph(Glyph glyph) {
    m_glyph = glyph;
    tint();
}

void EmptyState::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

void EmptyState::tint() {
    const auto& tokens = tokensOf(palette());
    m_picture->setPixmap(
        glyphPixmap(m_glyph, mixed(tokens.window, tokens.muted, 0.6), metrics::kLargeIcon, devicePixelRatioF()));
}

}  // namespace ph::ui
