#pragma once

#include "ui/widgets/filter_query.h"

#include <QLineEdit>
#include <QTimer>

namespace ph::ui {

/// The filter of a table. Tells the query a moment after typing stops; marks what it does not understand.
class FilterLine : public QLineEdit {
    Q_OBJECT
public:
    /// The fields that `field:word` and `field>number` may name.
    FilterLine(QStringList words, QStringList numbers, QWidget* parent = nullptr);

    void setMe(const QString& loginName);
    const FilterQuery& query() const { return m_query; }

Q_SIGNALS:
    void queryChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void parse();
    void explain();

    QStringList m_words;
    QStringList m_numbers;
    QString m_me;
    QTimer m_pause;
    FilterQuery m_query;
};

}  // namespace ph::ui
