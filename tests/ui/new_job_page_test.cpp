#include "ui/jobs/new_job_page.h"

#include "api/jobs.h"
#include "client/connection.h"
#include "ui/jobs/job_fields.h"
#include "ui/ui_tests.h"
#include "ui/widgets/copy_box.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

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
