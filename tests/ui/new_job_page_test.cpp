#include "ui/jobs/new_job_page.h"

#include "api/jobs.h"
#include "client/connection.h"
#include "reflect/codec.h"
#include "reflect/yaml.h"
#include "ui/jobs/job_fields.h"
#include "ui/site.h"
#include "ui/theme/tokens.h"
#include "ui/ui_tests.h"
#include "ui/widgets/copy_box.h"
#include "ui/widgets/error_banner.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

namespace ph::test {

using namespace ph::ui;

namespace {

struct Form {
    client::Connection connection{client::ServerProfile{QUrl(QStringLiteral("https://127.0.0.1:1")), {}, {}}};
    NewJobPage page{connection, {}};

    Form() {
        api::JobOptions options;
        options.limits.templates = {"python-sklearn"};
        options.templates = {{"python-sklearn", "scikit-learn", "", true}};
        options.acceleratorModels = {"H200"};
        page.setOptions(options);
        page.resize(1000, 700);
        page.show();
    }
    QStringList faults() {
        QStringList texts;
        for (const auto* label : page.fields().findChildren<QLabel*>())
            if (label->isVisible() && label->wordWrap() && !label->text().isEmpty()) texts << label->text();
        return texts;
    }
    template <class Widget>
    Widget* withText(const QString& text) {
        for (auto* widget : page.findChildren<Widget*>())
            if (widget->text() == text) return widget;
        return nullptr;
    }
    QPlainTextEdit* command() {
        for (auto* label : page.fields().findChildren<QLabel*>())
            if (label->text() == QStringLiteral("Command")) return qobject_cast<QPlainTextEdit*>(label->buddy());
        return nullptr;
    }
    QString yaml() {
        for (const auto* box : page.findChildren<CopyBox*>())
            if (!box->text().startsWith(QStringLiteral("phctl"))) return box->text();
        return {};
    }
    QString words() const { return wordsOf(page); }
    QString texts() {
        QString all;
        for (const auto* box : page.findChildren<CopyBox*>()) all += box->text() + u'\n';
        return all;
    }
};

}  // namespace

class NewJobPageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anUntouchedFormAccusesNobody() {
        Form form;
        QCOMPARE(form.faults(), QStringList());
    }
    void aWrongValueIsToldBesideItsFieldWhileTyping() {
        Form form;
        auto* memory = form.withText<QLineEdit>(QStringLiteral("1GiB"));
        QVERIFY(memory);
        memory->selectAll();
        QTest::keyClicks(memory, QStringLiteral("lots"));
        QCOMPARE(form.faults().size(), 1);
        QVERIFY(form.faults().first().contains(QStringLiteral("lots")));
        QCOMPARE(memory->property("tone").toString(), QStringLiteral("danger"));
        memory->selectAll();
        QTest::keyClicks(memory, QStringLiteral("2GiB"));
        QCOMPARE(form.faults(), QStringList());
    }
    void submittingAnEmptyFormTellsWhatIsMissing() {
        Form form;
        QTest::mouseClick(form.withText<QPushButton>(QStringLiteral("Submit")), Qt::LeftButton);
        QCOMPARE(form.faults().size(), 1);
        QVERIFY(form.command()->property("tone").toString() == QStringLiteral("danger"));
    }
    void theYamlFollowsTheFields() {
        Form form;
        auto* command = form.command();
        QTest::keyClicks(command, QStringLiteral("sleep 60"));
        QVERIFY(form.texts().contains(QStringLiteral("sleep")));
        QVERIFY(form.texts().contains(QStringLiteral("\"60\"")));
    }
    void aRuntimeThatTheSiteLacksIsKeptAndTold() {
        Form form;
        JobDraft draft;
        draft.command = QStringLiteral("x");
        draft.runtime = QStringLiteral("fortran");
        form.page.fields().setDraft(draft);
        QCOMPARE(form.page.fields().draft().runtime, QStringLiteral("fortran"));
        QTest::mouseClick(form.withText<QPushButton>(QStringLiteral("Submit")), Qt::LeftButton);
        QCOMPARE(form.faults().size(), 1);
    }
    void whatTheFormWritesAsYamlReadsBackIntoTheSameForm() {
        Form form;
        JobDraft draft;
        draft.name = QString::fromUtf8("训练: \"a\" # 1");
        draft.command = QStringLiteral("python3 'a b.py' --note \"it's: {yes}\"");
        draft.cpu = QStringLiteral("0.5");
        draft.memory = QStringLiteral("1536MiB");
        draft.cardModel = QStringLiteral("H200");
        draft.cardCount = 2;
        draft.timeLimit = QStringLiteral("90m");
        draft.environment = QStringLiteral("A=1\nB=yes\nC=x = y");
        draft.secrets = QStringLiteral("TOKEN=wandb");
        draft.outputs = QStringLiteral("*.bin\nplots/*.png");
        draft.permanentRetries = 3;
        draft.array = 4;
        draft.network = false;
        form.page.fields().setDraft(draft);
        const QString yaml = form.yaml();
        const auto parsed = reflect::parseYaml(yaml.toStdString());
        QVERIFY(parsed.has_value());
        const auto spec = reflect::decode<JobSpec>(*parsed, reflect::Scalars::Lenient);
        QVERIFY2(spec.has_value(), qPrintable(yaml));
        form.page.fields().setDraft(JobDraft());
        QVERIFY(form.yaml() != yaml);
        form.page.fields().setDraft(draftOf(*spec));
        QCOMPARE(form.yaml(), yaml);
        QCOMPARE(form.page.fields().draft().environment, draft.environment);
    }
    void aFaultBehindMoreOpensIt() {
        Form form;
        JobDraft draft;
        draft.command = QStringLiteral("x");
        draft.mounts = QStringLiteral("nonsense");
        form.page.fields().setDraft(draft);
        QTest::mouseClick(form.withText<QPushButton>(QStringLiteral("Submit")), Qt::LeftButton);
        QVERIFY2(form.faults().size() == 1, qPrintable(form.faults().join(u'|')));
        QVERIFY(form.withText<QToolButton>(QStringLiteral("Less")));
    }
    void theFirstWrongFieldGetsTheFocus() {
        Form form;
        form.page.activateWindow();
        (void)QTest::qWaitForWindowActive(&form.page);
        JobDraft draft;
        draft.command = QStringLiteral("x");
        draft.memory = QStringLiteral("lots");
        draft.timeLimit = QStringLiteral("soon");
        form.page.fields().setDraft(draft);
        QTest::keyClick(&form.page, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(form.faults().size(), 2);
        QVERIFY(form.withText<QLineEdit>(QStringLiteral("lots"))->hasFocus());
    }
    void aServerThatDoesNotAnswerKeepsWhatWasTyped() {
        Form form;
        QTest::keyClicks(form.command(), QStringLiteral("sleep 60"));
        auto* banner = form.page.findChild<ErrorBanner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 20'000);
        banner->clear();
        auto* submit = form.withText<QPushButton>(QStringLiteral("Submit"));
        QTest::mouseClick(submit, Qt::LeftButton);
        QVERIFY(!submit->isEnabled() && !form.page.fields().isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 20'000);
        QVERIFY(submit->isEnabled() && form.page.fields().isEnabled());
        QCOMPARE(form.command()->toPlainText(), QStringLiteral("sleep 60"));
    }
    void whetherItCouldStartIsToldInWords() {
        Form form;
        api::Submitted answer;
        answer.forecast.reason = {ReasonCode::Preparing, {}};
        form.page.showForecast(answer);
        QVERIFY(form.words().contains(QStringLiteral("It can start now.")));
        answer.forecast.reason = {ReasonCode::NotEnoughFree,
                                  {{"resource", "accelerators"}, {"asked", "4"}, {"free", "2"}, {"nodes", "3"}}};
        form.page.showForecast(answer);
        QVERIFY(form.words().contains(QStringLiteral("It would wait.")));
        answer.forecast.estimate = {EstimateBasis::Promised, {1}, 1};
        answer.forecast.relaxations = {{{{"accelerators", 4, 2}}}};
        form.page.showForecast(answer);
        QVERIFY(form.words().contains(QStringLiteral("its room is promised")));
        QVERIFY(form.words().contains(QStringLiteral("Would start at once with 2 accelerators instead of 4")));
        // A forecast is of what was asked; another job needs another one.
        QTest::keyClicks(form.command(), QStringLiteral("x"));
        QVERIFY(!form.words().contains(QStringLiteral("It would wait.")));
    }
    void whatItAsksForIsSummedUp() {
        Form form;
        JobDraft draft;
        draft.command = QStringLiteral("x");
        draft.cpu = QStringLiteral("4");
        draft.memory = QStringLiteral("2GiB");
        draft.cardModel = QStringLiteral("H200");
        draft.cardCount = 2;
        draft.timeLimit = QStringLiteral("2h");
        draft.array = 5;
        form.page.fields().setDraft(draft);
        for (const char* part : {"5 jobs", "4 cores", "2 GiB memory", "2 × H200", "at most 2 h"})
            QVERIFY2(form.words().contains(QString::fromUtf8(part)), qPrintable(form.words()));
    }
    void theFormIsReadyToTypeAndTabGoesDownIt() {
        Form form;
        form.page.activateWindow();
        (void)QTest::qWaitForWindowActive(&form.page);
        form.withText<QToolButton>(QStringLiteral("More"))->click();
        form.page.setFocus();
        QVERIFY(form.command()->hasFocus());
        QStringList order;
        int y = 0;
        auto* focus = QApplication::focusWidget();
        while (form.page.fields().isAncestorOf(focus)) {
            const int at = focus->mapTo(&form.page.fields(), QPoint()).y();
            QVERIFY2(at + metrics::kControl / 2 > y, qPrintable(order.join(u'|')));
            y = at;
            order << QString::fromLatin1(focus->metaObject()->className());
            QTest::keyClick(focus, Qt::Key_Tab);
            QVERIFY(QApplication::focusWidget() != focus);
            focus = QApplication::focusWidget();
        }
        QVERIFY2(order.size() >= 20, qPrintable(order.join(u'|')));
    }
    void moreFoldsOutAndIn() {
        Form form;
        auto* more = form.withText<QToolButton>(QStringLiteral("More"));
        const auto fields = [&] {
            int shown = 0;
            for (const auto* label : form.page.fields().findChildren<QLabel*>())
                if (label->isVisible() && label->buddy()) ++shown;
            return shown;
        };
        const int few = fields();
        more->click();
        QVERIFY(fields() > few + 8);
        more->click();
        QCOMPARE(fields(), few);
    }
    void aRuntimeThatIsNotInstalledSaysSo() {
        Form form;
        api::JobOptions options;
        options.limits.templates = {"pytorch"};
        options.templates = {{"pytorch", "PyTorch", "", false}};
        form.page.setOptions(options);
        bool told = false;
        for (const auto* box : form.page.fields().findChildren<QComboBox*>())
            told |= box->findText(QStringLiteral("PyTorch (not installed)")) >= 0;
        QVERIFY(told);
    }
    void everyFieldSurvivesTheForm() {
        Form form;
        JobDraft draft;
        draft.name = QStringLiteral("n");
        draft.command = QStringLiteral("a b");
        draft.shell = true;
        draft.cpu = QStringLiteral("2");
        draft.cardModel = QStringLiteral("H200");
        draft.cardCount = 3;
        draft.timeLimit = QStringLiteral("2h");
        draft.priority = 7;
        draft.array = 5;
        draft.network = false;
        draft.environment = QStringLiteral("A=1");
        draft.mounts = QStringLiteral("data:/data");
        draft.outputs = QStringLiteral("x");
        draft.after = QStringLiteral("j1");
        form.page.fields().setDraft(draft);
        const auto back = form.page.fields().draft();
        QCOMPARE(back.name, draft.name);
        QCOMPARE(back.shell, true);
        QCOMPARE(back.cardModel, draft.cardModel);
        QCOMPARE(back.cardCount, 3);
        QCOMPARE(back.timeLimit, draft.timeLimit);
        QCOMPARE(back.priority, 7);
        QCOMPARE(back.array, 5);
        QCOMPARE(back.network, false);
        QCOMPARE(back.mounts, draft.mounts);
        QCOMPARE(back.after, draft.after);
    }
};

std::unique_ptr<QObject> makeNewJobPageTest() {
    return std::make_unique<NewJobPageTest>();
}

}  // namespace ph::test

#include "new_job_page_test.moc"
