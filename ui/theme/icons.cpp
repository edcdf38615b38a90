#include "ui/theme/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <optional>

static void initIconResources() {
    Q_INIT_RESOURCE(icons);
}

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kFiles{
    "jobs",     "nodes",   "rail",   "search",    "plus",         "stop",   "again",    "copy",    "save",
    "filter",   "columns", "wrap",   "end",       "close",        "good",   "bad",      "waiting", "running",
    "starting", "off",     "cordon", "warning",   "info",         "user",   "language", "light",   "dark",
    "down",     "right",   "back",   "connected", "disconnected", "window", "key",      "leave",   "chip",
    "log",      "curve",   "file",   "shield",    "server",
};
static_assert(kFiles.size() == static_cast<std::size_t>(Glyph::Server) + 1);

/// Paints a glyph in a colour looked up at that moment, so that icons need no reload when the theme changes.
class GlyphEngine final : public QIconEngine {
public:
    GlyphEngine(Glyph glyph, std::optional<Tone> tone) : m_glyph(glyph), m_tone(tone) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        paintGlyph(*painter, rect, m_glyph, colour(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return glyphPixmap(m_glyph, colour(mode), std::min(size.width(), size.height()), 1.0);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
        const int side = std::min(size.width(), size.height());
        return glyphPixmap(m_glyph, colour(mode), qRound(side / scale), scale);
    }
    QIconEngine* clone() const override { return new GlyphEngine(m_glyph, m_tone); }

private:
    QColor colour(QIcon::Mode mode) const {
        const auto palette = QApplication::palette();
        if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::WindowText);
        const auto& tokens = tokensOf(palette);
        return m_tone ? toneColour(tokens, *m_tone) : mixed(tokens.text, tokens.muted, 0.4);
    }

    Glyph m_glyph;
    std::optional<Tone> m_tone;
};

}  // namespace

QIcon icon(Glyph glyph) {
    return QIcon(new GlyphEngine(glyph, std::nullopt));
}

QIcon icon(Glyph glyph, Tone tone) {
    return QIcon(new GlyphEngine(glyph, tone));
}

QPixmap glyphPixmap(Glyph glyph, const QColor& colour, int side, double ratio) {
    const auto name = QLatin1String(kFiles[static_cast<std::size_t>(glyph)]);
    const auto key = u"ph-%1-%2-%3-%4"_s.arg(name, colour.name()).arg(side).arg(ratio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    initIconResources();
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QSvgRenderer renderer(file.readAll().replace("#000000", colour.name().toLatin1()));
    pixmap = QPixmap(QSize(side, side) * ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void paintGlyph(QPainter& painter, const QRect& rect, Glyph glyph, const QColor& colour) {
    const int side = std::min(rect.width(), rect.height());
    const auto pixmap = glyphPixmap(glyph, colour, side, painter.device()->devicePixelRatio());
    painter.drawPixmap(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, pixmap);
}

QIcon applicationIcon() {
    initIconResources();
    return QIcon(u":/icons/pilothouse.svg"_s);
}

}  // namespace ph::ui
