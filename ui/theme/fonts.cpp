#include "ui/theme/fonts.h"

#include "ui/theme/tokens.h"

#include <QApplication>
#include <QFontDatabase>

namespace ph::ui {

using namespace Qt::StringLiterals;

QFont tabularFont() {
    QFont font = QApplication::font();
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature("tnum", 1);
#endif
    return font;
}

QFont monoFont() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    QStringList families = font.families();
    families << u"DejaVu Sans Mono"_s << u"Noto Sans Mono CJK SC"_s << u"Noto Sans CJK SC"_s
             << u"WenQuanYi Zen Hei Mono"_s;
    font.setFamilies(families);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    font.setPointSizeF(QApplication::font().pointSizeF());
    return font;
}

QFont titleFont() {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * metrics::kTitleScale);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont strongFont() {
    QFont font = QApplication::font();
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont smallFont() {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    return font;
}

}  // namespace ph::ui
