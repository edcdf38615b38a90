#include "ui/jobs/job_artifacts.h"
#include "ui/jobs/job_fields.h"
#include "ui/jobs/job_log.h"
#include "ui/jobs/job_metrics.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/jobs_page.h"
#include "ui/jobs/new_job_page.h"
#include "ui/nodes/node_page.h"
#include "ui/nodes/nodes_page.h"
#include "ui/shell/language.h"
#include "ui/site.h"
#include "ui/theme/theme.h"
#include "ui/ui_tests.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/log_view.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMetaProperty>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

namespace ph::test {

using namespace ph::ui;

namespace {

constexpr QSize kNarrow{1024 - 176,
                        700 - 80};  // what the rail, the header and the status line leave of the least window

/// Every page of the console over the same rows, to be looked at in any language, theme and size.
struct Pages : Site {
    Theme theme{*qobject_cast<QApplication*>(QCoreApplication::instance())};
    Language language{*qobject_cast<QApplication*>(QCoreApplication::instance())};
    JobSummary running;
    NodeSummary machine;
    std::unique_ptr<Page> page;

    Pages() {
        QApplication::setCursorFlashTime(0);
        theme.setMode(Theme::Mode::Light);
        set("en");
        live();
        add("waits");
        add("failed", JobState::Failed);
        running = add("digits", JobState::Running);
        running.attempt = 1;
        // So long ago that no time in words changes while a test runs.
        running.startedAt = {1'600'000'000'000'000};
        running.endedAt = {1'600'000'100'000'000};
        put(running);
        machine = addNode("cpu-01", 8);
    }
    ~Pages() {
        page.reset();
        set("en");
        theme.setMode(Theme::Mode::Light);
    }
    void set(const char* name) {
        language.set(QString::fromLatin1(name));
        QCoreApplication::sendPostedEvents();
    }
    void open(const QString& kind, QSize size = {1240, 800}) {
        page = make(kind);
        page->resize(size);
        page->show();
        page->activateWindow();
        (void)QTest::qWaitForWindowActive(page.get());
        if (auto* opened = qobject_cast<JobPage*>(page.get())) {
            opened->log().view().append("a line\n");
            opened->log().view().flush();
            opened->log().setJob(running);
        }
        QCoreApplication::sendPostedEvents();
    }

private:
    std::unique_ptr<Page> make(const QString& kind) {
        if (kind == QStringLiteral("jobs"))
            return std::make_unique<JobsPage>(connection, mirror, preferences, QStringLiteral("mei"));
        if (kind == QStringLiteral("nodes")) return std::make_unique<NodesPage>(mirror, preferences);
        if (kind == QStringLiteral("node")) {
            auto made = std::make_unique<NodePage>(connection, mirror, machine.id);
            UsageSample sample;
            sample.at = {1'700'000'000'000'000};
            made->addSamples({sample});
            return made;
        }
        if (kind == QStringLiteral("new job")) {
            auto made = std::make_unique<NewJobPage>(connection, JobId());
            for (auto* button : made->fields().findChildren<QToolButton*>())
                if (button->isCheckable()) button->setChecked(true);
            return made;
        }
        auto made = std::make_unique<JobPage>(connection, mirror, preferences, running.id);
        api::JobDetail detail;
        detail.job = running;
        detail.spec.command = {"python3", "train.py"};
        detail.history = {{running.startedAt, JobState::Running, {}, 1}};
        made->showDetail(detail);
        made->artifacts().showFiles({{running.id, 1, "model.bin", "sha256:aa", 5, running.startedAt}});
        made->metrics().addPoints({{1, "loss", 0.5, {}}});
        made->tabs().setCurrentIndex(kind.section(u' ', 1).toInt());
        return made;
    }
};

/// Whatever a person can read on a page or hear of it, where it stands in the tree of widgets.
QStringList wordsEverywhere(const QWidget& page) {
    QStringList words;
    for (const auto* widget : page.findChildren<QWidget*>()) {
        // An error that was told keeps the language in which it was told.
        if (!widget->isVisibleTo(&page) || qobject_cast<const ErrorBanner*>(widget->parent())) continue;
        QStringList of;
        // Texts, tips, names, hints in empty fields: whatever this kind of widget has.
        const auto* kind = widget->metaObject();
        for (int i = QObject::staticMetaObject.propertyCount(); i < kind->propertyCount(); ++i)
            if (kind->property(i).metaType() == QMetaType::fromType<QString>())
                of << kind->property(i).read(widget).toString();
        if (const auto* tabs = qobject_cast<const QTabWidget*>(widget))
            for (int i = 0; i < tabs->count(); ++i) of << tabs->tabText(i);
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model())
            for (int column = 0; column < view->model()->columnCount(); ++column) {
                of << view->model()->headerData(column, Qt::Horizontal).toString();
                for (int row = 0; row < view->model()->rowCount(); ++row)
                    of << view->model()->index(row, column).data().toString();
            }
        of.removeAll(QString());
        if (!of.isEmpty()) words << QStringLiteral("%1: %2").arg(QString::fromLatin1(kind->className()), of.join(u'|'));
    }
    for (const auto* action : page.actions()) words << action->text();
    return words;
}

bool takesTab(const QWidget& widget) {
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy();
}

}  // namespace

class LookTest : public QObject {
    Q_OBJECT

    static void pageNames() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"jobs", "nodes", "node", "new job", "job 0", "job 1", "job 2", "job 3", "job 4"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

private Q_SLOTS:
    void aChangeOfLanguageLeavesNothingBehind_data() { pageNames(); }
    void aChangeOfLanguageLeavesNothingBehind() {
        QFETCH(QString, name);
        Pages pages;
        pages.open(name);
        const QStringList english = wordsEverywhere(*pages.page);
        pages.set("zh_CN");
        const QStringList changed = wordsEverywhere(*pages.page);
        pages.open(name);
        const QStringList fresh = wordsEverywhere(*pages.page);
        QVERIFY(english != fresh);
        for (qsizetype i = 0; i < std::min(changed.size(), fresh.size()); ++i) QCOMPARE(changed[i], fresh[i]);
        QCOMPARE(changed.size(), fresh.size());
    }
    void aChangeOfThemeLooksAsIfItHadBeenSoFromTheStart_data() { pageNames(); }
    void aChangeOfThemeLooksAsIfItHadBeenSoFromTheStart() {
        QFETCH(QString, name);
        Pages pages;
        pages.open(name);
        const auto light = pages.page->grab().toImage();
        pages.theme.setMode(Theme::Mode::Dark);
        QCoreApplication::sendPostedEvents();
        const auto changed = pages.page->grab().toImage();
        pages.open(name);
        const auto dark = pages.page->grab().toImage();
        QVERIFY(light != dark);
        if (changed == dark) return;
        // Where they differ, for the eye.
        changed.save(QDir::temp().filePath(QStringLiteral("changed.png")));
        dark.save(QDir::temp().filePath(QStringLiteral("dark.png")));
        QFAIL("see changed.png and dark.png in the temporary folder");
    }
    void nothingIsCutOffInANarrowWindow_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("language");
        for (const char* language : {"en", "zh_CN"})
            for (const char* name : {"jobs", "nodes", "node", "new job", "job 0", "job 1", "job 4"})
                QTest::addRow("%s %s", name, language) << QString::fromLatin1(name) << QByteArray(language);
    }
    void nothingIsCutOffInANarrowWindow() {
        QFETCH(QString, name);
        QFETCH(QByteArray, language);
        Pages pages;
        pages.set(language.constData());
        pages.open(name, kNarrow);
        QCoreApplication::processEvents();
        QVERIFY2(pages.page->minimumSizeHint().width() <= kNarrow.width(),
                 qPrintable(QString::number(pages.page->minimumSizeHint().width())));
        for (auto* button : pages.page->findChildren<QAbstractButton*>()) {
            if (!button->isVisible() || button->text().isEmpty()) continue;
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
            const int right = button->mapTo(pages.page.get(), QPoint(button->width(), 0)).x();
            QVERIFY2(right <= pages.page->width(), qPrintable(button->text()));
        }
        for (const auto* label : pages.page->findChildren<QLabel*>())
            if (label->isVisible() && label->wordWrap() && label->height() > 0)
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
    void tabReachesEveryControlAndComesRound_data() { pageNames(); }
    void tabReachesEveryControlAndComesRound() {
        QFETCH(QString, name);
        Pages pages;
        pages.open(name);
        QTRY_VERIFY(QApplication::activeWindow() == pages.page.get());
        QSet<QWidget*> wanted;
        for (auto* widget : pages.page->findChildren<QWidget*>())
            if (takesTab(*widget)) wanted << widget;
        QVERIFY(!wanted.isEmpty());
        const auto presses = 2 * wanted.size() + 4;
        for (qsizetype i = 0; i < presses; ++i) {
            auto* focus = QApplication::focusWidget();
            QTest::keyClick(focus ? focus : pages.page.get(), Qt::Key_Tab);
            wanted.remove(QApplication::focusWidget());
        }
        QStringList missed;
        for (const auto* widget : wanted)
            missed << QStringLiteral("%1 %2 in %3")
                          .arg(QString::fromLatin1(widget->metaObject()->className()), widget->accessibleName(),
                               QString::fromLatin1(widget->parent()->metaObject()->className()));
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QStringLiteral(", "))));
    }
    void everyButtonWithoutWordsHasAName_data() { pageNames(); }
    void everyButtonWithoutWordsHasAName() {
        QFETCH(QString, name);
        Pages pages;
        pages.open(name);
        for (const auto* button : pages.page->findChildren<QAbstractButton*>()) {
            // Qt's own, inside of its fields.
            if (!button->isVisible() || button->objectName().startsWith(QStringLiteral("qt_")) ||
                qobject_cast<QLineEdit*>(button->parent()) || qobject_cast<QAbstractItemView*>(button->parent()) ||
                qobject_cast<QTabBar*>(button->parent()))
                continue;
            QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(),
                     qPrintable(button->parent()->objectName() +
                                QString::fromLatin1(button->parent()->metaObject()->className())));
        }
    }
    void shortcutsOfAPageAreDifferentAndItsActionsHaveNames_data() { pageNames(); }
    void shortcutsOfAPageAreDifferentAndItsActionsHaveNames() {
        QFETCH(QString, name);
        Pages pages;
        pages.open(name);
        QSet<QString> seen;
        for (const auto* action : pages.page->actions()) {
            QVERIFY(!action->text().isEmpty());
            const QString keys = action->shortcut().toString();
            QVERIFY2(keys.isEmpty() || !seen.contains(keys), qPrintable(keys));
            seen << keys;
        }
    }
};

std::unique_ptr<QObject> makeLookTest() {
    return std::make_unique<LookTest>();
}

}  // namespace ph::test

#include "look_test.moc"
