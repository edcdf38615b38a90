#include "ui/nodes/node_model.h"

#include "ui/builders.h"
#include "ui/nodes/node_filter.h"
#include "ui/ui_tests.h"
#include "ui/widgets/cell_delegate.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace ph::test {

using namespace ph::ui;

class NodeModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsComeChangeAndGoWithTheMirror() {
        SeededRandom random;
        mirror::NodeTable table;
        NodeModel model(table);
        NodeFilter filter(model);
        const QAbstractItemModelTester first(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester second(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto one = node(random, "b", 8);
        table.put(one);
        table.put(node(random, "a", 16));
        filter.sort(NodeModel::Name);
        QCOMPARE(filter.index(0, NodeModel::Name).data().toString(), QStringLiteral("a"));
        one.cpuAllocated = cores(4);
        one.seq = 2;
        table.put(one);
        QCOMPARE(model.index(0, NodeModel::Cpu).data(CellDelegate::kShareRole).toDouble(), 0.5);
        filter.setQuery(FilterQuery::parse(QStringLiteral("cpu>8"), nodeFilterWords(), nodeFilterNumbers(), QString()));
        QCOMPARE(filter.rowCount(), 1);
        table.remove(one.id, 3);
        QCOMPARE(model.rowCount(), 1);
    }
    void simulatedCardsSaySo() {
        SeededRandom random;
        auto row = node(random, "n", 8);
        QCOMPARE(cardsText(row), QStringLiteral("–"));
        row.capacity.accelerators = {
            {"a", "v", "H200", {}, false}, {"b", "v", "H200", {}, false}, {"c", "v", "A100", {}, true}};
        QCOMPARE(cardsText(row), QStringLiteral("1 × A100 (simulated), 2 × H200"));
    }
    void whatANodeLacksHasNoBar() {
        SeededRandom random;
        mirror::NodeTable table;
        NodeModel model(table);
        table.put(node(random, "n", 8));
        QVERIFY(!model.index(0, NodeModel::Cards).data(CellDelegate::kShareRole).isValid());
    }
};

std::unique_ptr<QObject> makeNodeModelTest() {
    return std::make_unique<NodeModelTest>();
}

}  // namespace ph::test

#include "node_model_test.moc"
