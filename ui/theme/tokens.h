#pragma once

#include <QColor>
#include <QPalette>

#include <array>

namespace ph::ui {

/// The colours of one theme: together with `metrics` the only ones in the program.
struct Tokens {
    QColor window, surface, raised;
    QColor border, text, muted;
    QColor accent, onAccent;
    QColor running, waiting, good, bad, off;
    std::array<QColor, 8> series;     ///< Okabe-Ito order, adjusted to the ground
    std::array<QColor, 16> terminal;  ///< ANSI 0-15 as the log shows them
    bool dark = false;
};

/// What a state or a message means; the colour follows from it.
enum class Tone { Running, Waiting, Good, Bad, Off };

const Tokens& lightTokens();
const Tokens& darkTokens();
/// The tokens of the theme that `palette` was made from.
const Tokens& tokensOf(const QPalette& palette);
QColor toneColour(const Tokens& tokens, Tone tone);
/// The quiet ground under a word in its tone.
QColor toneGround(const Tokens& tokens, Tone tone, const QColor& under);
/// `share` (0 to 1) of `over` laid on `under`.
QColor mixed(const QColor& under, const QColor& over, double share);
/// `colour`, moved towards the text colour as far as it must be to be read as a word on `ground` (4.5 : 1).
QColor readable(const Tokens& tokens, const QColor& colour, const QColor& ground);
QPalette paletteOf(const Tokens& tokens);
/// WCAG 2 contrast, 1 to 21.
double contrast(const QColor& a, const QColor& b);

namespace metrics {
inline constexpr int kTiny = 2, kSpace = 4, kGap = 8, kInner = 12, kOuter = 16, kWide = 24, kHuge = 32;
inline constexpr int kRadius = 6;
inline constexpr int kRow = 30, kControl = 30, kToolbar = 40;
inline constexpr int kIcon = 16, kLargeIcon = 40;
inline constexpr int kRailWide = 176, kRailNarrow = 48;
inline constexpr int kScrollBar = 10, kLine = 1, kMark = 2;
inline constexpr int kPaletteWidth = 560, kDialogWidth = 420, kFormWidth = 560, kFieldWidth = 120;
inline constexpr int kChartHeight = 200, kListRows = 10;
inline constexpr int kWindowWidth = 1240, kWindowHeight = 800, kLeastWidth = 760, kLeastHeight = 480;
inline constexpr double kTitleScale = 1.3, kCurve = 1.6;
}  // namespace metrics

}  // namespace ph::ui
