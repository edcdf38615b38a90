#pragma once

#include "client/operation.h"

#include <functional>
#include <string_view>
#include <utility>

namespace ph::client {

/// A request on its way. Destroying it, or assigning a newer one, aborts it and drops its answer. GUI thread only.
template <class T>
class Call {
public:
    using Done = std::function<void(Result<T>)>;
    using Decode = Result<T> (*)(std::string_view body);

    Call() = default;
    Call(OperationPtr operation, Decode decode) : m_operation(std::move(operation)), m_decode(decode) {}

    /// `done` runs once on the event loop, never inside this call, and not at all once `context` is gone.
    void onDone(QObject* context, Done done) {
        Operation* operation = m_operation.get();
        auto deliver = [operation, done = std::move(done), decode = m_decode] {
            // A copy: `done` may replace this call, and the outcome goes with it.
            const Result<QByteArray> outcome = *operation->outcome();
            if (outcome.has_error()) return done(outcome.error());
            done(decode(std::string_view(outcome->constData(), static_cast<std::size_t>(outcome->size()))));
        };
        QObject::connect(operation, &Operation::ended, context, std::move(deliver));
        if (operation->outcome()) QMetaObject::invokeMethod(operation, &Operation::ended, Qt::QueuedConnection);
    }
    /// Bytes sent or received so far, where the call moves a file.
    void onProgress(QObject* context, std::function<void(qint64 done, qint64 total)> progress) {
        QObject::connect(m_operation.get(), &Operation::progress, context, std::move(progress));
    }

    bool isRunning() const { return m_operation && !m_operation->outcome(); }
    void cancel() { m_operation.reset(); }

private:
    OperationPtr m_operation;
    Decode m_decode = nullptr;
};

}  // namespace ph::client
