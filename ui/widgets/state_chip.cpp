#include "ui/widgets/state_chip.h"

#include "ui/theme/style_paint.h"
#include "ui/theme/tokens.h"

#include <QPainter>

namespace ph::ui {

using namespace metrics;

namespace {

constexpr int kChipIcon = kIcon - kTiny;

}  // namespace

QSize chipSize(const StateLook& look, const QFont& font) {
    const QFontMetrics fm(font);
    return {kGap + kChipIcon + kSpace + fm.horizontalAdvance(look.word) + kGap,
            std::max(fm.height(), kChipIcon) + kSpace};
}

void paintChip(QPainter& painter, const QRect& rect, const StateLook& look, const QPalette& palette,
               const QColor& ground) {
    const auto& tokens = tokensOf(palette);
    const QColor fill = toneGround(tokens, look.tone, ground);
    const QColor ink = readable(tokens, toneColour(tokens, look.tone), fill);
    const QSize size = chipSize(look, painter.font());
    QRect chip(rect.left(), rect.center().y() - size.height() / 2 + 1, std::min(size.width(), rect.width()),
               size.height());
    paint::box(painter, chip, fill, QColor());
    paintGlyph(painter, QRect(chip.left() + kGap, chip.center().y() - kChipIcon / 2, kChipIcon, kChipIcon), look.glyph,
               ink);
    painter.save();
    painter.setPen(ink);
    const QRect words = chip.adjusted(kGap + kChipIcon + kSpace, 0, -kSpace, 0);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(look.word, Qt::ElideRight, words.width()));
    painter.restore();
}

StateChip::StateChip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StateChip::setLook(const StateLook& look) {
    m_look = look;
    setAccessibleName(look.word);
    updateGeometry();
    update();
}

QSize StateChip::sizeHint() const {
    return m_look.word.isEmpty() ? QSize(0, 0) : chipSize(m_look, font());
}

void StateChip::paintEvent(QPaintEvent*) {
    if (m_look.word.isEmpty()) return;
    QPainter painter(this);
    paintChip(painter, rect(), m_look, palette(), tokensOf(palette()).window);
}

}  // namespace ph::ui
