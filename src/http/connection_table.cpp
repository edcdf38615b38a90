#include "http/connection_table.h"

#include <algorithm>

namespace ph::http {

ConnectionTable::Bounds ConnectionTable::Bounds::sharesOf(std::size_t all) {
    const auto share = [all](std::size_t part) { return std::max<std::size_t>(1, all / part); };
    return {all, all - all / 4, share(8), share(4), share(16), share(64)};
}

ConnectionTable::Admission ConnectionTable::admit(const std::string& network) {
    Admission admission;
    const auto greetingOf = [](const Network& of) { return of.greeting.size(); };
    const auto unprovedOf = [](const Network& of) { return of.unproved(); };
    const auto here = [&]() -> Network& { return m_networks[network]; };

    // 1. Within its own network a new connection comes at the cost of the oldest there.
    if (here().greeting.size() >= m_bounds.greetingOfNetwork) pushOut(*here().greeting.begin(), admission);
    if (here().unproved() >= m_bounds.strangersOfNetwork || here().all >= m_bounds.ofNetwork) {
        if (here().unproved() > 0) pushOut(oldestOf(here()), admission);
        if (here().all >= m_bounds.ofNetwork) return admission;
    }

    // 2. Beyond it, at the cost of the network that takes the most.
    if (m_greeting >= m_bounds.greeting) pushOut(*heaviest(greetingOf)->greeting.begin(), admission);
    if (m_greeting + m_strangers >= m_bounds.strangers || m_entries.size() >= m_bounds.all) {
        if (auto* most = heaviest(unprovedOf)) pushOut(oldestOf(*most), admission);
        if (m_entries.size() >= m_bounds.all) {
            if (here().all == 0) m_networks.erase(network);
            return admission;
        }
    }

    admission.id = ++m_last;
    m_entries.emplace(admission.id, Entry{network, Stage::Greeting});
    ++here().all;
    here().greeting.insert(admission.id);
    ++m_greeting;
    return admission;
}

void ConnectionTable::advance(Id id, Stage stage) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return;
    auto& network = m_networks[found->second.network];
    m_greeting -= network.greeting.erase(id);
    m_strangers -= network.strangers.erase(id);
    found->second.stage = stage;
    if (stage != Stage::Stranger) return;
    network.strangers.insert(id);
    ++m_strangers;
}

void ConnectionTable::remove(Id id) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return;
    const auto place = m_networks.find(found->second.network);
    m_greeting -= place->second.greeting.erase(id);
    m_strangers -= place->second.strangers.erase(id);
    if (--place->second.all == 0) m_networks.erase(place);
    m_entries.erase(found);
}

ConnectionTable::Id ConnectionTable::oldestOf(const Network& network) {
    if (network.greeting.empty()) return *network.strangers.begin();
    if (network.strangers.empty()) return *network.greeting.begin();
    return std::min(*network.greeting.begin(), *network.strangers.begin());
}

ConnectionTable::Network* ConnectionTable::heaviest(std::size_t (*weight)(const Network&)) {
    Network* most = nullptr;
    for (auto& [name, network] : m_networks)
        if (weight(network) > (most ? weight(*most) : 0)) most = &network;
    return most;
}

void ConnectionTable::pushOut(Id id, Admission& admission) {
    admission.pushedOut.push_back(id);
    remove(id);
}

}  // namespace ph::http
