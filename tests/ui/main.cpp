#include "client/leave_program.h"
#include "ui/shell/language.h"
#include "ui/ui_tests.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTest>

namespace {

/// test_ui [CLASS [QtTest's own arguments]]
int run(int argc, char** argv) {
    QApplication application(argc, argv);
    // Plural forms are those of the translation into English.
    ph::ui::Language language(application);
    language.set(QStringLiteral("en"));
    const QString only = argc > 1 && argv[1][0] != '-' ? QString::fromLocal8Bit(argv[1]) : QString();
    if (!only.isEmpty()) argv[1] = argv[0], ++argv, --argc;
    using namespace ph::test;
    int failures = 0;
    for (const auto make :
         {makeThemeTest,    makeFilterQueryTest,  makeLogTextTest,    makeLogViewTest,     makeChartTest,
          makeJobModelTest, makeNodeModelTest,    makeJobDraftTest,   makeNewJobPageTest,  makeWidgetsTest,
          makeShellTest,    makeSortedRowsTest,   makeLargeTableTest, makePageWindowsTest, makeLoginTest,
          makeStatusTest,   makePaletteTest,      makeJobsPageTest,   makeJobPageTest,     makeNodePageTest,
          makeLookTest,     makeTranslationsTest, makeLiveTest}) {
        const auto test = make();
        if (QString::fromLatin1(test->metaObject()->className()).endsWith(QStringLiteral("::") + only) ||
            only.isEmpty())
            failures += QTest::qExec(test.get(), argc, argv);
    }
    return failures > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    QStandardPaths::setTestModeEnabled(true);
    ph::client::leaveProgram(run(argc, argv));
}
