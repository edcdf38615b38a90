#include "client/leave_program.h"
#include "ui/ui_tests.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTest>

namespace {

int run(int argc, char** argv) {
    QApplication application(argc, argv);
    using namespace ph::test;
    int failures = 0;
    for (const auto make : {makeThemeTest, makeFilterQueryTest, makeLogTextTest, makeLogViewTest, makeChartTest,
                            makeJobModelTest, makeNodeModelTest, makeJobDraftTest, makeNewJobPageTest, makeWidgetsTest,
                            makeShellTest, makeTranslationsTest, makeLiveTest})
        failures += QTest::qExec(make().get(), argc, argv);
    return failures > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    QStandardPaths::setTestModeEnabled(true);
    ph::client::leaveProgram(run(argc, argv));
}
