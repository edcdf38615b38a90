#include "ui/widgets/sorted_rows.h"

#include "support/seeded_random.h"
#include "ui/told.h"
#include "ui/ui_tests.h"
#include "ui/widgets/data_table.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <algorithm>

namespace ph::test {

using ph::ui::SortedRows;

namespace {

class Numbers : public QAbstractListModel {
public:
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(values.size()); }
    QVariant data(const QModelIndex& index, int role) const override {
        return role == Qt::DisplayRole ? QVariant(values[std::size_t(index.row())]) : QVariant();
    }
    QVariant headerData(int, Qt::Orientation, int role) const override {
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("Value")) : QVariant();
    }
    void insert(int at, std::vector<int> more) {
        beginInsertRows({}, at, at + int(more.size()) - 1);
        values.insert(values.begin() + at, more.begin(), more.end());
        endInsertRows();
    }
    void remove(int first, int last) {
        beginRemoveRows({}, first, last);
        values.erase(values.begin() + first, values.begin() + last + 1);
        endRemoveRows();
    }
    template <class Change>
    void change(int first, int last, Change change) {
        for (int row = first; row <= last; ++row) values[std::size_t(row)] = change(values[std::size_t(row)]);
        Q_EMIT dataChanged(index(first), index(last));
    }
    void reset(std::vector<int> all) {
        beginResetModel();
        values = std::move(all);
        endResetModel();
    }

    std::vector<int> values;
};

/// Shows the values that `divisor` divides.
class Divided : public SortedRows {
public:
    explicit Divided(Numbers& numbers) : SortedRows(numbers), m_numbers(numbers) { refilter(); }
    void setDivisor(int divisor) {
        m_divisor = divisor;
        refilter();
    }
    std::vector<int> shown() const {
        std::vector<int> values;
        for (int row = 0; row < rowCount(); ++row) values.push_back(index(row, 0).data().toInt());
        return values;
    }
    std::vector<int> expected(int column, Qt::SortOrder order) const {
        std::vector<int> values;
        for (const int value : m_numbers.values)
            if (value % m_divisor == 0) values.push_back(value);
        if (column == 0 && order == Qt::AscendingOrder) std::stable_sort(values.begin(), values.end());
        if (column == 0 && order == Qt::DescendingOrder)
            std::stable_sort(values.begin(), values.end(), std::greater<>());
        return values;
    }

protected:
    bool accepts(int row) const override { return m_numbers.values[std::size_t(row)] % m_divisor == 0; }
    bool lessThan(int left, int right, int) const override {
        return m_numbers.values[std::size_t(left)] < m_numbers.values[std::size_t(right)];
    }

private:
    Numbers& m_numbers;
    int m_divisor = 1;
};

std::vector<int> upTo(int count) {
    std::vector<int> values;
    for (int i = 0; i < count; ++i) values.push_back(i);
    return values;
}

struct Table {
    Numbers numbers;
    Divided shown{numbers};
    QAbstractItemModelTester tester{&shown, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

}  // namespace

class SortedRowsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anyChangesGiveWhatSortingAnewWouldGive() {
        SeededRandom random(3);
        const auto roll = [&](int below) {
            unsigned char bytes[2];
            random.fill(bytes);
            return (bytes[0] * 256 + bytes[1]) % below;
        };
        Table table;
        int column = -1;
        Qt::SortOrder order = Qt::AscendingOrder;
        for (int turn = 0; turn < 600; ++turn) {
            const int size = int(table.numbers.values.size());
            const int first = size > 0 ? roll(size) : 0, last = std::min(size - 1, first + roll(30));
            switch (roll(7)) {
                case 0:
                case 1: {
                    std::vector<int> more(std::size_t(1 + roll(40)));
                    for (int& value : more) value = roll(1000);
                    table.numbers.insert(roll(size + 1), more);
                    break;
                }
                case 2:
                    if (size > 0) table.numbers.remove(first, last);
                    break;
                case 3:
                case 4:
                    if (size > 0) table.numbers.change(first, last, [&](int) { return roll(1000); });
                    break;
                case 5:
                    table.shown.setDivisor(1 + roll(4));
                    break;
                default:
                    column = roll(2) - 1;
                    order = roll(2) ? Qt::AscendingOrder : Qt::DescendingOrder;
                    table.shown.sort(column, order);
            }
            QVERIFY2(table.shown.shown() == table.shown.expected(column, order), qPrintable(QString::number(turn)));
        }
    }
    void whatIsPointedAtStaysPointedAt() {
        Table table;
        table.numbers.insert(0, upTo(500));
        table.shown.sort(0, Qt::DescendingOrder);
        const QPersistentModelIndex one = table.shown.index(500 - 1 - 120, 0), odd = table.shown.index(500 - 1 - 77, 0);
        QCOMPARE(one.data().toInt(), 120);
        table.shown.setDivisor(2);
        QVERIFY(!odd.isValid());
        QCOMPARE(one.data().toInt(), 120);
        table.numbers.insert(0, upTo(400));
        table.shown.sort(0, Qt::AscendingOrder);
        table.numbers.change(500, 800, [](int value) { return value + 1000; });
        QCOMPARE(one.data().toInt(), 1120);
        table.numbers.remove(0, 399);
        QVERIFY(one.isValid());
    }
    void howeverManyRowsChangeFewSignalsTellIt() {
        Table table;
        table.numbers.insert(0, upTo(4000));
        table.shown.sort(0, Qt::DescendingOrder);
        Told told(table.shown);
        table.shown.setDivisor(3);
        QVERIFY2(told.all() <= 3, qPrintable(told.text()));
        told.clear();
        table.shown.setDivisor(1);
        QVERIFY2(told.all() <= 3, qPrintable(told.text()));
        told.clear();
        table.numbers.change(0, 3999, [](int value) { return value * 7919 % 4001; });
        QVERIFY2(told.all() <= 3, qPrintable(told.text()));
        told.clear();
        table.numbers.insert(4000, upTo(4000));
        QVERIFY2(told.all() <= 3, qPrintable(told.text()));
        told.clear();
        table.numbers.remove(0, 3999);
        QVERIFY2(told.all() <= 3, qPrintable(told.text()));
    }
    void oneNewRowIsToldAtItsPlaceAndMovesNothing() {
        Table table;
        table.numbers.insert(0, {10, 20, 30});
        table.shown.sort(0, Qt::AscendingOrder);
        Told told(table.shown);
        table.numbers.insert(3, {25});
        QCOMPARE(told.text(), QStringLiteral("+2..2"));
        told.clear();
        table.numbers.change(3, 3, [](int) { return 26; });
        QCOMPARE(told.text(), QStringLiteral("*2..2"));
        told.clear();
        table.numbers.change(3, 3, [](int) { return 5; });
        QCOMPARE(told.text(), QStringLiteral("~ *0..0"));
    }
    void aFewRowsThatGoLeaveTheOthersWhereTheyAre() {
        Table table;
        table.numbers.insert(0, {2, 4, 5, 6, 7, 8});
        Told told(table.shown);
        table.shown.setDivisor(2);
        QCOMPARE(told.text(), QStringLiteral("-4..4 -2..2"));
    }
    void headersStandOverAnEmptyTable() {
        Table table;
        QCOMPARE(table.shown.headerData(0, Qt::Horizontal).toString(), QStringLiteral("Value"));
    }
    void theCurrentRowThatGoesWithManyDoesNotThrowOneToTheEnd() {
        Table table;
        table.numbers.insert(0, upTo(1000));
        ui::DataTable view;
        view.setModel(&table.shown);
        view.sortByColumn(0, Qt::AscendingOrder);
        view.resize(300, 300);
        view.show();
        view.setCurrentIndex(table.shown.index(1, 0));
        table.shown.setDivisor(2);
        QVERIFY(view.currentIndex().row() < 10);
    }
    void aResetStartsOver() {
        Table table;
        table.numbers.insert(0, upTo(10));
        table.shown.sort(0, Qt::DescendingOrder);
        table.numbers.reset({3, 1, 2});
        QVERIFY(table.shown.shown() == (std::vector<int>{3, 2, 1}));
    }
};

std::unique_ptr<QObject> makeSortedRowsTest() {
    return std::make_unique<SortedRowsTest>();
}

}  // namespace ph::test

#include "sorted_rows_test.moc"
