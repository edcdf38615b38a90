#include "ui/ui_tests.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace ph::test {

namespace {

struct Message {
    QString source;
    QStringList texts;
    bool finished = true;
};

QList<Message> messagesOf(const QString& path) {
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement()) continue;
        if (xml.name() == QStringLiteral("message")) messages.append(Message());
        if (xml.name() == QStringLiteral("source"))
            messages.last().source = xml.readElementText();
        else if (xml.name() == QStringLiteral("numerusform"))
            messages.last().texts << xml.readElementText();
        else if (xml.name() == QStringLiteral("translation")) {
            messages.last().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            messages.last().texts << text;
        }
    }
    return messages;
}

QStringList marksOf(const QString& text) {
    static const QRegularExpression mark(QStringLiteral("%[0-9n]"));
    QStringList found;
    for (auto match = mark.globalMatch(text); match.hasNext();) found << match.next().captured();
    found.sort();
    return found;
}

QString sourceFolder() {
    return qEnvironmentVariable("PH_SOURCE");
}

}  // namespace

class TranslationsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySentenceIsInChinese() {
        const auto messages = messagesOf(sourceFolder() + QStringLiteral("/translations/pilothouse_zh_CN.ts"));
        QVERIFY(messages.size() > 200);
        for (const auto& message : messages) {
            QVERIFY2(message.finished, qPrintable(message.source));
            QVERIFY2(!message.texts.join(QString()).isEmpty(), qPrintable(message.source));
        }
    }
    void everyMarkOfASentenceIsInItsTranslation() {
        for (const auto& message : messagesOf(sourceFolder() + QStringLiteral("/translations/pilothouse_zh_CN.ts")))
            for (const auto& text : message.texts)
                QVERIFY2(marksOf(text) == marksOf(message.source), qPrintable(message.source));
    }
    void theFilesKnowEveryStringOfTheSource() {
        QString tool = QStandardPaths::findExecutable(QStringLiteral("lupdate"), {QStringLiteral("/usr/lib/qt6/bin")});
        QVERIFY2(!tool.isEmpty(), "lupdate is not installed: installer/packages.sh installs it");
        QTemporaryDir folder;
        const QString copy = folder.filePath(QStringLiteral("copy.ts"));
        const QString original = sourceFolder() + QStringLiteral("/translations/pilothouse_zh_CN.ts");
        QVERIFY(QFile::copy(original, copy));
        QProcess update;
        update.setWorkingDirectory(sourceFolder());
        update.setProcessChannelMode(QProcess::MergedChannels);
        update.start(tool, {QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
                            QStringLiteral("-no-obsolete"), QStringLiteral("-extensions"), QStringLiteral("cpp,h"),
                            QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("-I"), QStringLiteral("src"),
                            QStringLiteral("ui"), QStringLiteral("app/console"), QStringLiteral("-ts"), copy});
        QVERIFY(update.waitForFinished(60000));
        QCOMPARE(update.exitCode(), 0);
        QStringList unfinished;
        for (const auto& message : messagesOf(copy))
            if (!message.finished) unfinished << message.source;
        QVERIFY2(unfinished.isEmpty(), qPrintable(QStringLiteral("run translations/update.sh and translate: ") +
                                                  unfinished.join(QStringLiteral("; "))));
    }
};

std::unique_ptr<QObject> makeTranslationsTest() {
    return std::make_unique<TranslationsTest>();
}

}  // namespace ph::test

#include "translations_test.moc"
