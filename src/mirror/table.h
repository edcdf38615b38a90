#pragma once

#include <QObject>

namespace ph::mirror {

/// What every table tells. The pairs enclose the change, as item models need it.
class Table : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

Q_SIGNALS:
    void aboutToInsert(int index);
    void inserted(int index);
    void aboutToRemove(int index);
    void removed(int index);
    void aboutToReset();
    void reset();
    void changed(int index);
};

}  // namespace ph::mirror
