#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QObject>

#include <memory>
#include <optional>

namespace ph::client {

/// Something on its way whose outcome is one block of bytes or an error. Ends at most once; after abandon() never.
class Operation : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::optional<Result<QByteArray>>& outcome() const { return m_outcome; }
    /// Stops the work without an outcome. The object deletes itself later, so this may be called from its own signals.
    void abandon();

Q_SIGNALS:
    /// outcome() has it.
    void ended();
    /// `total` is -1 while it is unknown.
    void progress(qint64 done, qint64 total);

protected:
    virtual void abort() = 0;
    void end(Result<QByteArray> outcome);

private:
    std::optional<Result<QByteArray>> m_outcome;
    bool m_abandoned = false;
};

struct Abandon {
    void operator()(Operation* operation) const { operation->abandon(); }
};
using OperationPtr = std::unique_ptr<Operation, Abandon>;

}  // namespace ph::client
