#pragma once

#include "client/call.h"

#include <QEventLoop>
#include <QTest>

#include <optional>

namespace ph::test {

/// Runs the event loop until the call has its answer; a test fails after 10 s.
template <class T>
Result<T> answerOf(client::Call<T>& call) {
    std::optional<Result<T>> answer;
    QObject context;
    call.onDone(&context, [&](Result<T> result) { answer.emplace(std::move(result)); });
    if (!QTest::qWaitFor([&] { return answer.has_value(); }, 10'000)) return Error(kDeadline, "the test waited");
    return std::move(*answer);
}

template <class T>
Result<T> answerOf(client::Call<T>&& call) {
    client::Call<T> kept = std::move(call);
    return answerOf(kept);
}

}  // namespace ph::test
