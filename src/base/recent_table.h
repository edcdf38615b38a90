#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

namespace ph {

/// Values by key, of which only the most recently used are kept. Not thread-safe.
template <class Value>
class RecentTable {
public:
    explicit RecentTable(std::size_t most) : m_most(most) {}

    /// The value of a key, made if there is none; the longest unused one goes for it if the table is full.
    Value& at(const std::string& key) {
        if (auto* known = find(key)) return *known;
        if (m_places.size() >= m_most) erase(m_order.back().first);
        m_order.emplace_front(key, Value());
        m_places.emplace(key, m_order.begin());
        return m_order.front().second;
    }
    /// Null if there is none; counts as a use.
    Value* find(const std::string& key) {
        const auto place = m_places.find(key);
        if (place == m_places.end()) return nullptr;
        m_order.splice(m_order.begin(), m_order, place->second);
        return &place->second->second;
    }
    void erase(const std::string& key) {
        const auto place = m_places.find(key);
        if (place == m_places.end()) return;
        const auto entry = place->second;
        m_places.erase(place);
        m_order.erase(entry);
    }
    std::size_t size() const { return m_places.size(); }

private:
    using Order = std::list<std::pair<std::string, Value>>;
    std::size_t m_most;
    Order m_order;  ///< the most recently used one first
    std::unordered_map<std::string, typename Order::iterator> m_places;
};

}  // namespace ph
