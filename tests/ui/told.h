#pragma once

#include <QAbstractItemModel>
#include <QStringList>

namespace ph::test {

/// What a model tells its views, in order: "+1..3" inserted, "-1..3" removed, "*1..3" changed, "~" laid out anew, "0"
/// reset.
class Told : public QObject {
public:
    explicit Told(QAbstractItemModel& model) {
        const auto range = [this](QChar mark, int first, int last) {
            m_told << QStringLiteral("%1%2..%3").arg(mark).arg(first).arg(last);
        };
        connect(&model, &QAbstractItemModel::rowsInserted, this,
                [range](const QModelIndex&, int first, int last) { range(u'+', first, last); });
        connect(&model, &QAbstractItemModel::rowsRemoved, this,
                [range](const QModelIndex&, int first, int last) { range(u'-', first, last); });
        connect(&model, &QAbstractItemModel::dataChanged, this,
                [range](const QModelIndex& first, const QModelIndex& last) { range(u'*', first.row(), last.row()); });
        connect(&model, &QAbstractItemModel::layoutChanged, this, [this] { m_told << QStringLiteral("~"); });
        connect(&model, &QAbstractItemModel::modelReset, this, [this] { m_told << QStringLiteral("0"); });
    }
    qsizetype all() const { return m_told.size(); }
    QString text() const { return m_told.mid(0, 20).join(u' '); }
    void clear() { m_told.clear(); }

private:
    QStringList m_told;
};

}  // namespace ph::test
