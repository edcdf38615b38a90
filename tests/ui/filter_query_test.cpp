#include "ui/widgets/filter_query.h"

#include "ui/ui_tests.h"

#include <QTest>

namespace ph::test {

using ui::FilterQuery;

namespace {

struct Row final : ui::FilterSubject {
    QString name = QStringLiteral("train resnet [1]");
    QString state = QStringLiteral("running");
    QString owner = QStringLiteral("mei");
    double gpus = 2;
    double memory = 4294967296.0;

    QString haystack() const override { return name; }
    std::optional<QString> word(const QString& field) const override {
        if (field == QStringLiteral("state")) return state;
        if (field == QStringLiteral("owner")) return owner;
        return std::nullopt;
    }
    std::optional<double> number(const QString& field) const override {
        if (field == QStringLiteral("gpu")) return gpus;
        if (field == QStringLiteral("memory")) return memory;
        return std::nullopt;
    }
};

FilterQuery parse(const char* text) {
    return FilterQuery::parse(QString::fromUtf8(text), {QStringLiteral("state"), QStringLiteral("owner")},
                              {QStringLiteral("gpu"), QStringLiteral("memory")}, QStringLiteral("mei"));
}

}  // namespace

class FilterQueryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRowMatchesWhatTheLineSays_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("matches");
        QTest::newRow("nothing") << QByteArray("") << true;
        QTest::newRow("part of a word in another case") << QByteArray("RESN") << true;
        QTest::newRow("another word") << QByteArray("bert") << false;
        QTest::newRow("all words must be there") << QByteArray("train bert") << false;
        QTest::newRow("quoted words are one") << QByteArray("\"train resnet\"") << true;
        QTest::newRow("quoted in another order") << QByteArray("\"resnet train\"") << false;
        QTest::newRow("brackets are themselves") << QByteArray("[1]") << true;
        QTest::newRow("expression") << QByteArray("/^train .*net/") << true;
        QTest::newRow("expression with a space") << QByteArray("/n r/") << true;
        QTest::newRow("expression that fails") << QByteArray("/^net/") << false;
        QTest::newRow("not") << QByteArray("!bert") << true;
        QTest::newRow("not what is there") << QByteArray("!train") << false;
        QTest::newRow("not an expression") << QByteArray("!/resnet/") << false;
        QTest::newRow("state") << QByteArray("state:running") << true;
        QTest::newRow("beginning of a state") << QByteArray("state:run") << true;
        QTest::newRow("another state") << QByteArray("state:failed") << false;
        QTest::newRow("not a state") << QByteArray("!state:failed") << true;
        QTest::newRow("me") << QByteArray("owner:me") << true;
        QTest::newRow("more than") << QByteArray("gpu>1") << true;
        QTest::newRow("not more than") << QByteArray("gpu>2") << false;
        QTest::newRow("at least") << QByteArray("gpu>=2") << true;
        QTest::newRow("less than") << QByteArray("gpu<2") << false;
        QTest::newRow("equal") << QByteArray("gpu=2") << true;
        QTest::newRow("size with unit") << QByteArray("memory>=4GiB") << true;
        QTest::newRow("larger size") << QByteArray("memory>4GiB") << false;
        QTest::newRow("all of it") << QByteArray("resnet state:running gpu>0 !bert") << true;
        QTest::newRow("a colon in a word is no field") << QByteArray("12:30") << false;
    }
    void aRowMatchesWhatTheLineSays() {
        QFETCH(QByteArray, line);
        QFETCH(bool, matches);
        const auto query = parse(line.constData());
        QCOMPARE(query.wrong(), QString());
        QCOMPARE(query.matches(Row()), matches);
    }
    void whatIsNotUnderstoodIsToldAndLeftOut_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("wrong");
        QTest::newRow("broken expression") << QByteArray("/(/ resnet") << QStringLiteral("/(/");
        QTest::newRow("no number") << QByteArray("gpu>many") << QStringLiteral("gpu>many");
        QTest::newRow("no value yet") << QByteArray("state:") << QStringLiteral("state:");
    }
    void whatIsNotUnderstoodIsToldAndLeftOut() {
        QFETCH(QByteArray, line);
        QFETCH(QString, wrong);
        const auto query = parse(line.constData());
        QCOMPARE(query.wrong(), wrong);
        QVERIFY(query.matches(Row()));
    }
    void anyLineCutAnywhereIsHarmless() {
        const QByteArray line = "!\"a b\" /x y/ state:run !gpu>=2 memory<1GiB \"open /open";
        for (qsizetype i = 0; i <= line.size(); ++i)
            QVERIFY(parse(line.left(i).constData()).wrong().size() <= line.size());
    }
};

std::unique_ptr<QObject> makeFilterQueryTest() {
    return std::make_unique<FilterQueryTest>();
}

}  // namespace ph::test

#include "filter_query_test.moc"
