#pragma once

#include <QObject>

namespace ph::mirror {

/// What every table tells, always of the rows `first` to `last`. The pairs enclose the change, as item models need it.
class Table : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

Q_SIGNALS:
    void aboutToInsert(int first, int last);
    void inserted(int first, int last);
    void aboutToRemove(int first, int last);
    void removed(int first, int last);
    void aboutToReset();
    void reset();
    /// Rows between may be as they were: a burst is told at once rather than row by row.
    void changed(int first, int last);
};

}  // namespace ph::mirror
