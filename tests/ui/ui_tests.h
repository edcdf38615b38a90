#pragma once

#include <QObject>

#include <memory>

namespace ph::test {

/// One factory a file; main() runs them all in one program, so that the widgets are linked once.
std::unique_ptr<QObject> makeThemeTest();
std::unique_ptr<QObject> makeFilterQueryTest();
std::unique_ptr<QObject> makeLogTextTest();
std::unique_ptr<QObject> makeLogViewTest();
std::unique_ptr<QObject> makeChartTest();
std::unique_ptr<QObject> makeJobModelTest();
std::unique_ptr<QObject> makeNodeModelTest();
std::unique_ptr<QObject> makeJobDraftTest();
std::unique_ptr<QObject> makeNewJobPageTest();
std::unique_ptr<QObject> makeWidgetsTest();
std::unique_ptr<QObject> makeShellTest();
std::unique_ptr<QObject> makeSortedRowsTest();
std::unique_ptr<QObject> makeLargeTableTest();
std::unique_ptr<QObject> makePageWindowsTest();
std::unique_ptr<QObject> makeLoginTest();
std::unique_ptr<QObject> makeStatusTest();
std::unique_ptr<QObject> makePaletteTest();
std::unique_ptr<QObject> makeJobsPageTest();
std::unique_ptr<QObject> makeJobPageTest();
std::unique_ptr<QObject> makeNodePageTest();
std::unique_ptr<QObject> makeLookTest();
std::unique_ptr<QObject> makeTranslationsTest();
std::unique_ptr<QObject> makeLiveTest();

}  // namespace ph::test
