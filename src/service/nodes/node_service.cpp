#include "service/nodes/node_service.h"

#include <algorithm>

namespace ph {

NodeService::NodeService(Database& database, NodeView& view) : m_database(database), m_view(view) {}

Async<NodePage> NodeService::list(Principal) {
    // The position comes first: rows read after it are at least as new.
    auto work = [](Transaction& tx) { return tx.events().head(); };
    auto pending = readFor(m_database, work);
    const auto head = co_await std::move(pending);
    if (!head) co_return head.error();
    co_return NodePage{m_view.nodes(), *head};
}

Async<std::vector<UsageSample>> NodeService::samples(Principal, NodeId id, std::size_t count) {
    constexpr std::size_t kMost = 3600;
    auto pending = m_view.samples(id, std::clamp<std::size_t>(count, 1, kMost));
    co_return co_await std::move(pending);
}

}  // namespace ph
