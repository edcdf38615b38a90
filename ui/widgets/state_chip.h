#pragma once

#include "ui/theme/icons.h"

#include <QString>
#include <QWidget>

namespace ph::ui {

/// How a state is shown: never by colour alone.
struct StateLook {
    Glyph glyph = Glyph::Info;
    QString word;
    Tone tone = Tone::Off;
};

/// The chip's natural size in `font`.
QSize chipSize(const StateLook& look, const QFont& font);
/// Paints it left-aligned and vertically centred in `rect`; `ground` is what lies under it.
void paintChip(QPainter& painter, const QRect& rect, const StateLook& look, const QPalette& palette,
               const QColor& ground);

/// A chip as a widget, with the word as its accessible name.
class StateChip : public QWidget {
    Q_OBJECT
public:
    explicit StateChip(QWidget* parent = nullptr);
    void setLook(const StateLook& look);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    StateLook m_look;
};

}  // namespace ph::ui

Q_DECLARE_METATYPE(ph::ui::StateLook)
