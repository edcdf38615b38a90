#include "ui/theme/tokens.h"

#include <cmath>

namespace ph::ui {

namespace {

Tokens makeLight() {
    Tokens t;
    t.window = QColor(0xF5F6F8), t.surface = QColor(0xFFFFFF), t.raised = QColor(0xFFFFFF);
    t.border = QColor(0xDDE2E8), t.text = QColor(0x1A1F26), t.muted = QColor(0x5A6673);
    t.accent = QColor(0x2459D6), t.onAccent = QColor(0xFFFFFF);
    t.running = QColor(0x2459D6), t.waiting = QColor(0x9A6700), t.good = QColor(0x1A7F4B), t.bad = QColor(0xC4314B);
    t.off = QColor(0x6B7683);
    t.series = {QColor(0x0072B2), QColor(0xD55E00), QColor(0x008A66), QColor(0xB5568F),
                QColor(0x9A7B00), QColor(0x2F8FC6), QColor(0xB07800), QColor(0x1A1F26)};
    t.terminal = {QColor(0x1A1F26), QColor(0xB92A43), QColor(0x17703F), QColor(0x8A5A00),
                  QColor(0x2459D6), QColor(0x8B3FA8), QColor(0x0B6E7F), QColor(0x5A6673),
                  QColor(0x5A6673), QColor(0xC4314B), QColor(0x1A7F4B), QColor(0x9A6700),
                  QColor(0x2459D6), QColor(0x9A4CB8), QColor(0x0F7485), QColor(0x1A1F26)};
    return t;
}

Tokens makeDark() {
    Tokens t;
    t.window = QColor(0x14171B), t.surface = QColor(0x1B1F25), t.raised = QColor(0x222830);
    t.border = QColor(0x2D343D), t.text = QColor(0xE6EAEF), t.muted = QColor(0x9AA6B2);
    t.accent = QColor(0x6EA0FF), t.onAccent = QColor(0x0E1320);
    t.running = QColor(0x6EA0FF), t.waiting = QColor(0xE0B040), t.good = QColor(0x4CC38A), t.bad = QColor(0xFF7A8A);
    t.off = QColor(0x8894A0);
    t.series = {QColor(0x56B4E9), QColor(0xF0884A), QColor(0x2FC29B), QColor(0xE39CC8),
                QColor(0xF0E442), QColor(0x7FA8FF), QColor(0xE69F00), QColor(0xE6EAEF)};
    t.terminal = {QColor(0x9AA6B2), QColor(0xFF7A8A), QColor(0x4CC38A), QColor(0xE0B040),
                  QColor(0x6EA0FF), QColor(0xD5A0F0), QColor(0x5CC8DA), QColor(0xE6EAEF),
                  QColor(0x9AA6B2), QColor(0xFF97A4), QColor(0x6FD8A4), QColor(0xF0C868),
                  QColor(0x92B8FF), QColor(0xE2B8F8), QColor(0x84DCEA), QColor(0xFFFFFF)};
    t.dark = true;
    return t;
}

double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

}  // namespace

const Tokens& lightTokens() {
    static const Tokens tokens = makeLight();
    return tokens;
}

const Tokens& darkTokens() {
    static const Tokens tokens = makeDark();
    return tokens;
}

const Tokens& tokensOf(const QPalette& palette) {
    return palette.color(QPalette::Active, QPalette::Window).lightness() < 128 ? darkTokens() : lightTokens();
}

QColor toneColour(const Tokens& tokens, Tone tone) {
    switch (tone) {
        case Tone::Running:
            return tokens.running;
        case Tone::Waiting:
            return tokens.waiting;
        case Tone::Good:
            return tokens.good;
        case Tone::Bad:
            return tokens.bad;
        case Tone::Off:
            break;
    }
    return tokens.off;
}

QColor toneGround(const Tokens& tokens, Tone tone, const QColor& under) {
    return mixed(under, toneColour(tokens, tone), tokens.dark ? 0.14 : 0.08);
}

QColor mixed(const QColor& under, const QColor& over, double share) {
    const auto part = [share](double a, double b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(part(under.redF(), over.redF()), part(under.greenF(), over.greenF()),
                            part(under.blueF(), over.blueF()));
}

QColor readable(const Tokens& tokens, const QColor& colour, const QColor& ground) {
    constexpr double kLeast = 4.5, kStep = 0.05;
    for (double share = 0; share < 1; share += kStep)
        if (const QColor tried = mixed(colour, tokens.text, share); contrast(tried, ground) >= kLeast) return tried;
    return tokens.text;
}

QPalette paletteOf(const Tokens& t) {
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const QColor& usual, const QColor& disabled) {
        p.setColor(QPalette::Active, role, usual);
        p.setColor(QPalette::Inactive, role, usual);
        p.setColor(QPalette::Disabled, role, disabled);
    };
    const QColor faint = mixed(t.surface, t.muted, 0.7);
    set(QPalette::Window, t.window, t.window);
    set(QPalette::WindowText, t.text, faint);
    set(QPalette::Base, t.surface, t.window);
    set(QPalette::AlternateBase, mixed(t.surface, t.window, 0.6), t.window);
    set(QPalette::Text, t.text, faint);
    set(QPalette::Button, t.raised, t.window);
    set(QPalette::ButtonText, t.text, faint);
    set(QPalette::BrightText, t.onAccent, t.onAccent);
    set(QPalette::Highlight, mixed(t.surface, t.accent, t.dark ? 0.2 : 0.12), t.border);
    set(QPalette::HighlightedText, t.text, faint);
    set(QPalette::Link, t.accent, faint);
    set(QPalette::LinkVisited, t.accent, faint);
    set(QPalette::ToolTipBase, t.raised, t.raised);
    set(QPalette::ToolTipText, t.text, t.text);
    set(QPalette::PlaceholderText, t.muted, faint);
    set(QPalette::Light, t.raised, t.raised);
    set(QPalette::Midlight, mixed(t.raised, t.border, 0.5), t.border);
    set(QPalette::Mid, t.border, t.border);
    set(QPalette::Dark, mixed(t.border, t.muted, 0.5), t.border);
    set(QPalette::Shadow, t.dark ? t.window.darker(150) : t.border, t.border);
    return p;
}

double contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}  // namespace ph::ui
