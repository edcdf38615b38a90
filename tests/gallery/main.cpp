#include "gallery/gallery.h"

#include <QApplication>
#include <QTextStream>

using namespace Qt::StringLiterals;
using Mode = ph::ui::Theme::Mode;

/// gallery FOLDER [--readme | PAGE...]: all pages in both themes, both languages and two sizes; or the pictures of the
/// README.
int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments().mid(1);
    if (arguments.isEmpty() || !QDir().mkpath(arguments.first())) {
        QTextStream(stderr) << "gallery FOLDER [--readme | PAGE...]\n";
        return 2;
    }
    ph::ui::Theme theme(application);
    ph::ui::Language language(application);
    ph::gallery::Gallery gallery(theme, language, QDir(arguments.first()));
    const QSize large(1440, 900), small(1024, 700);
    if (arguments.contains(u"--readme"_s)) {
        language.set(u"en"_s);
        theme.setMode(Mode::Light);
        gallery.render(u"jobs"_s, QSize(1280, 720), u"jobs"_s);
        gallery.render(u"node"_s, QSize(1280, 800), u"node"_s);
        theme.setMode(Mode::Dark);
        gallery.render(u"job-metrics"_s, QSize(1280, 720), u"metrics"_s);
        return 0;
    }
    for (const auto& [mode, modeName] : {std::pair(Mode::Light, u"-light"_s), std::pair(Mode::Dark, u"-dark"_s)})
        for (const auto& [name, languageName] : {std::pair(u"en"_s, u"-en"_s), std::pair(u"zh_CN"_s, u"-zh"_s)}) {
            theme.setMode(mode);
            language.set(name);
            const QStringList wanted = arguments.size() > 1 ? arguments.mid(1) : ph::gallery::pages();
            for (const auto& page : wanted) {
                gallery.render(page, large, page + modeName + languageName + u"-large"_s);
                gallery.render(page, small, page + modeName + languageName + u"-small"_s);
            }
        }
    return 0;
}
