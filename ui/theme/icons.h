#pragma once

#include "ui/theme/tokens.h"

#include <QIcon>

namespace ph::ui {

/// Icons by meaning; each is a line drawing in resources/icons.
enum class Glyph {
    Jobs,
    Nodes,
    Rail,
    Search,
    Plus,
    Stop,
    Again,
    Copy,
    Save,
    Filter,
    Columns,
    Wrap,
    End,
    Close,
    Good,
    Bad,
    Waiting,
    Running,
    Starting,
    Off,
    Cordon,
    Warning,
    Info,
    User,
    Language,
    Light,
    Dark,
    Down,
    Right,
    Back,
    Connected,
    Disconnected,
    Window,
    Key,
    Leave,
    Chip,
    Log,
    Curve,
    File,
    Shield,
    Server,
};

/// Tinted when painted, with the application's text colour: it follows a change of theme by itself.
QIcon icon(Glyph glyph);
/// In one of the tones instead of the text colour.
QIcon icon(Glyph glyph, Tone tone);
/// One drawing in one colour.
QPixmap glyphPixmap(Glyph glyph, const QColor& colour, int side, double ratio);
void paintGlyph(QPainter& painter, const QRect& rect, Glyph glyph, const QColor& colour);
QIcon applicationIcon();

}  // namespace ph::ui
