#include "ui/theme/theme.h"

#include "ui/theme/icons.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QEvent>
#include <QFontInfo>
#include <QToolTip>

namespace ph::ui {

Theme::Theme(QApplication& application) : m_application(application) {
    QApplication::setStyle(new Style);
    // Named, a Chinese family keeps the weight that is asked for; found by fallback it may come in bold.
    QFont font = QApplication::font();
    font.setFamilies(QStringList(QFontInfo(font).family())
                     << QStringLiteral("Noto Sans CJK SC") << QStringLiteral("Noto Sans SC")
                     << QStringLiteral("WenQuanYi Micro Hei"));
    QApplication::setFont(font);
    QApplication::setWindowIcon(applicationIcon());
    m_application.installEventFilter(this);
    apply();
}

void Theme::setMode(Mode mode) {
    if (m_mode == mode) return;
    m_mode = mode;
    apply();
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
    // The desktop's change arrives as ThemeChange; our own palette must not count as one.
    if (event->type() == QEvent::ThemeChange && !m_applying && m_mode == Mode::Desktop) apply();
    return QObject::eventFilter(watched, event);
}

void Theme::apply() {
    m_applying = true;
    if (m_mode == Mode::Desktop) {
        // An empty palette brings the desktop's own back, which is the only portable way to see it in Qt 6.4.
        QApplication::setPalette(QPalette());
        m_dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    } else {
        m_dark = m_mode == Mode::Dark;
    }
    const QPalette palette = paletteOf(m_dark ? darkTokens() : lightTokens());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    m_applying = false;
    Q_EMIT changed();
}

}  // namespace ph::ui
