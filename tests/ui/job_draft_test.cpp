#include "ui/jobs/job_draft.h"

#include "reflect/codec.h"
#include "reflect/yaml.h"
#include "ui/jobs/command_text.h"
#include "ui/jobs/spec_text.h"
#include "ui/ui_tests.h"

#include <QTest>

namespace ph::test {

using namespace ph::ui;

namespace {

JobLimits limits() {
    JobLimits l;
    l.templates = {"python-sklearn"};
    l.areas = {"data"};
    return l;
}

JobDraft good() {
    JobDraft draft;
    draft.command = QStringLiteral("python3 train.py");
    return draft;
}

QStringList pathsOf(const JobDraft& draft) {
    QStringList paths;
    for (const auto& fault : readDraft(draft, limits()).faults) paths << QString::fromStdString(fault.path);
    return paths;
}

}  // namespace

class JobDraftTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCommandIsPartedAsInAShell_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("plain") << QStringLiteral("a b  c")
                               << QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
        QTest::newRow("single quotes") << QStringLiteral("a 'b \"c' d")
                                       << QStringList{QStringLiteral("a"), QStringLiteral("b \"c"),
                                                      QStringLiteral("d")};
        QTest::newRow("double quotes") << QStringLiteral("a \"b \\\" c\"")
                                       << QStringList{QStringLiteral("a"), QStringLiteral("b \" c")};
        QTest::newRow("an empty word") << QStringLiteral("a ''") << QStringList{QStringLiteral("a"), QString()};
        QTest::newRow("escaped space") << QStringLiteral("a\\ b") << QStringList{QStringLiteral("a b")};
        QTest::newRow("joined") << QStringLiteral("a'b'\"c\"") << QStringList{QStringLiteral("abc")};
        QTest::newRow("line goes on") << QStringLiteral("a \\\nb")
                                      << QStringList{QStringLiteral("a"), QStringLiteral("b")};
        QTest::newRow("nothing") << QStringLiteral("  ") << QStringList();
    }
    void aCommandIsPartedAsInAShell() {
        QFETCH(QString, line);
        QFETCH(QStringList, words);
        const auto found = commandWords(line);
        QVERIFY(found.has_value());
        QStringList list;
        for (const auto& word : *found) list << QString::fromStdString(word);
        QCOMPARE(list, words);
    }
    void anOpenQuoteIsAFault() {
        QVERIFY(!commandWords(QStringLiteral("a 'b")));
        auto draft = good();
        draft.command = QStringLiteral("echo \"x");
        QCOMPARE(pathsOf(draft), QStringList{QStringLiteral("command")});
    }
    void aCommandThatIsShownReadsBackTheSame() {
        const std::vector<std::string> command{"sh", "-c", "echo 'it''s' | grep \"$X\" > a b\\c", "", "训练", "--n=3"};
        QCOMPARE(*commandWords(commandLine(command)), command);
    }
    void aGoodDraftHasNoFault() {
        const auto reading = readDraft(good(), limits());
        QVERIFY(reading.faults.empty());
        QCOMPARE(reading.spec.command.size(), std::size_t{2});
        QCOMPARE(reading.spec.resources.memory, gibibytes(1));
    }
    void everyFaultIsToldOnceAtItsField_data() {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QString>("path");
        QTest::newRow("command") << QByteArray("command") << QStringLiteral("command");
        QTest::newRow("cpu") << QByteArray("cpu") << QStringLiteral("resources.cpu");
        QTest::newRow("memory") << QByteArray("memory") << QStringLiteral("resources.memory");
        QTest::newRow("time") << QByteArray("time") << QStringLiteral("time_limit");
        QTest::newRow("runtime") << QByteArray("runtime") << QStringLiteral("template");
        QTest::newRow("environment") << QByteArray("environment") << QStringLiteral("environment");
        QTest::newRow("mount") << QByteArray("mount") << QStringLiteral("mounts");
        QTest::newRow("output") << QByteArray("output") << QStringLiteral("outputs[0]");
    }
    void everyFaultIsToldOnceAtItsField() {
        QFETCH(QByteArray, field);
        QFETCH(QString, path);
        auto draft = good();
        if (field == "command") draft.command.clear();
        if (field == "cpu") draft.cpu = QStringLiteral("many");
        if (field == "memory") draft.memory = QStringLiteral("lots");
        if (field == "time") draft.timeLimit = QStringLiteral("soon");
        if (field == "runtime") draft.runtime = QStringLiteral("fortran");
        if (field == "environment") draft.environment = QStringLiteral("NOVALUE");
        if (field == "mount") draft.mounts = QStringLiteral("data");
        if (field == "output") draft.outputs = QStringLiteral("../secret");
        QCOMPARE(pathsOf(draft), QStringList{path});
    }
    void aScriptGoesToTheShellWhole() {
        auto draft = good();
        draft.shell = true;
        draft.command = QStringLiteral("cd src\nmake | tee log");
        const auto reading = readDraft(draft, limits());
        QCOMPARE(reading.spec.command, (std::vector<std::string>{"/bin/sh", "-c", "cd src\nmake | tee log"}));
        QVERIFY(draftOf(reading.spec).shell);
    }
    void aSpecificationSurvivesTheForm() {
        JobSpec spec;
        spec.name = "训练";
        spec.template_ = "python-sklearn";
        spec.command = {"python3", "a b.py", "--x='y'"};
        spec.files = {{"a b.py", "sha256:" + std::string(64, 'a'), 12, true}};
        spec.mounts = {{"data", "/data", false}, {"home", "/home/me", true}};
        spec.environment = {{"A", "1"}, {"B", "x = y"}};
        spec.secrets = {{"TOKEN", "wandb"}};
        spec.resources = {{1500}, mebibytes(1500), mebibytes(128), gibibytes(3), {{"H200", 2}, {"any", 1}}};
        spec.timeLimit = {5400};
        spec.retries = {1, 3, {75, 99}};
        spec.priority = -5;
        spec.after = {"jaaaaaaaaaaaaa"};
        spec.array = 4;
        spec.outputs = {"model.bin", "plots/*.png"};
        spec.network = NetworkPolicy::None;
        const auto reading = readDraft(draftOf(spec), limits());
        QCOMPARE(QString::fromStdString(reflect::yamlText(reflect::encode(reading.spec))),
                 QString::fromStdString(reflect::yamlText(reflect::encode(spec))));
    }
    void theCommandLineSaysTheSame() {
        auto draft = good();
        draft.cpu = QStringLiteral("2");
        draft.cardModel = QStringLiteral("H200");
        draft.outputs = QStringLiteral("out/**");
        const auto spec = readDraft(draft, limits()).spec;
        QCOMPARE(
            phctlLine(spec),
            QStringLiteral("phctl run --cpu 2 --accelerator H200:1 --keep 'out/**' --no-files -- python3 train.py"));
        QCOMPARE(phctlLine(spec, QStringLiteral("/home/me/my code"))
                     .contains(QStringLiteral("--folder '/home/me/my code' -- ")),
                 true);
    }
    void whatOptionsCannotSayIsSubmittedAsYaml() {
        auto draft = good();
        draft.permanentRetries = 3;
        QCOMPARE(phctlLine(readDraft(draft, limits()).spec), QStringLiteral("phctl submit job.yaml --follow"));
    }
    void theYamlSaysOnlyWhatWasChosenAndReadsBack() {
        auto draft = good();
        draft.cpu = QStringLiteral("2");
        const auto spec = readDraft(draft, limits()).spec;
        const auto yaml = specYaml(spec);
        QVERIFY(yaml.contains(QStringLiteral("cpu")));
        QVERIFY(!yaml.contains(QStringLiteral("retries")));
        const auto parsed = reflect::parseYaml(yaml.toStdString());
        QVERIFY(parsed.has_value());
        const auto back = reflect::decode<JobSpec>(*parsed, reflect::Scalars::Lenient);
        QVERIFY(back.has_value());
        QVERIFY(reflect::encode(*back) == reflect::encode(spec));
    }
};

std::unique_ptr<QObject> makeJobDraftTest() {
    return std::make_unique<JobDraftTest>();
}

}  // namespace ph::test

#include "job_draft_test.moc"
