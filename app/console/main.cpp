#include "api/version.h"
#include "app/console/wiring.h"
#include "client/leave_program.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace {

struct Main {
    Q_DECLARE_TR_FUNCTIONS(Main)
};

QString phctlFile() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/pilothouse/phctl.json"_s;
}

void applyOptions(const QCommandLineParser& options, ph::ui::Preferences& preferences, ph::ui::Theme& theme,
                  ph::ui::Language& language) {
    using Mode = ph::ui::Theme::Mode;
    const QString kept = preferences.word(u"theme"_s);
    const bool light = options.isSet(u"light"_s) || (!options.isSet(u"dark"_s) && kept == u"light"_s);
    const bool dark = options.isSet(u"dark"_s) || (!options.isSet(u"light"_s) && kept == u"dark"_s);
    theme.setMode(light ? Mode::Light : dark ? Mode::Dark : Mode::Desktop);
    language.set(options.isSet(u"lang"_s) ? options.value(u"lang"_s) : preferences.word(u"language"_s));
}

int run(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"pilothouse"_s);
    QApplication::setOrganizationName(u"pilothouse"_s);
    QApplication::setApplicationDisplayName(u"Pilothouse"_s);
    QApplication::setApplicationVersion(QString::fromStdString(std::string(ph::api::kProgramVersion)));
    QApplication::setDesktopFileName(u"pilothouse"_s);

    QSettings settings(
        QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/pilothouse/console.ini"_s,
        QSettings::IniFormat);
    ph::ui::Preferences preferences(settings);
    ph::ui::Language language(application);
    language.set(preferences.word(u"language"_s));

    QCommandLineParser options;
    options.setApplicationDescription(Main::tr("The desktop console of Pilothouse."));
    options.addHelpOption();
    options.addVersionOption();
    options.addOptions({{u"server"_s, Main::tr("Server to log in to, as host or host:port."), u"address"_s},
                        {u"light"_s, Main::tr("Light theme.")},
                        {u"dark"_s, Main::tr("Dark theme.")},
                        {u"lang"_s, Main::tr("Language: en or zh_CN."), u"name"_s}});
    options.process(application);

    ph::ui::Theme theme(application);
    applyOptions(options, preferences, theme, language);
    ph::ui::KnownServers servers(preferences, phctlFile());
    ph::Wiring wiring(theme, language, preferences, servers);
    wiring.start(options.value(u"server"_s));
    return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
    ph::client::leaveProgram(run(argc, argv));
}
