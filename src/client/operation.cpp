#include "client/operation.h"

namespace ph::client {

void Operation::abandon() {
    m_abandoned = true;
    if (!m_outcome) abort();
    disconnect();
    deleteLater();
}

void Operation::end(Result<QByteArray> outcome) {
    if (m_outcome || m_abandoned) return;
    m_outcome.emplace(std::move(outcome));
    Q_EMIT ended();
}

}  // namespace ph::client
