#include "ui/shell/language.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>

static void initTranslationResources() {
    Q_INIT_RESOURCE(translations);
}

namespace ph::ui {

using namespace Qt::StringLiterals;

Language::Language(QApplication& application)
    : QObject(&application), m_application(application), m_desktop(QLocale::system().name()) {
    initTranslationResources();
}

void Language::set(const QString& name) {
    m_chosen = name;
    const QString wanted = name.isEmpty() ? m_desktop : name;
    const QString language = wanted.startsWith(u"zh"_s) ? u"zh_CN"_s : u"en"_s;
    if (language == m_current) return;
    m_current = language;
    // Sentences from `messages` are chosen by this locale.
    QLocale::setDefault(QLocale(language == "en"_L1 ? u"en_US"_s : language));
    m_application.removeTranslator(&m_own);
    m_application.removeTranslator(&m_qt);
    if (m_qt.load(u"qtbase_"_s + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        m_application.installTranslator(&m_qt);
    if (m_own.load(u":/i18n/pilothouse_%1.qm"_s.arg(language))) m_application.installTranslator(&m_own);
}

}  // namespace ph::ui
