#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ph::mirror {

/// Rows of one kind in the order in which they became known, found by id. Decides what is newer: a row or a removal
/// counts only if its seq is above the one known, so that lists and events may arrive in any order.
template <class Row>
class RowSet {
public:
    using Key = decltype(Row::id);
    enum class Step { Ignore, Insert, Update };

    int size() const { return static_cast<int>(m_rows.size()); }
    const Row& at(int index) const { return m_rows[static_cast<std::size_t>(index)]; }
    int indexOf(const Key& id) const {
        const auto found = m_index.find(id);
        return found == m_index.end() ? -1 : found->second;
    }

    /// What put() would do, so that watchers hear of it first.
    Step judge(const Row& row) const {
        if (const int index = indexOf(row.id); index >= 0) return at(index).seq < row.seq ? Step::Update : Step::Ignore;
        const auto gone = m_removed.find(row.id);
        return gone != m_removed.end() && gone->second >= row.seq ? Step::Ignore : Step::Insert;
    }
    int put(Row row) {
        const auto id = row.id;
        if (const int index = indexOf(id); index >= 0) {
            m_rows[static_cast<std::size_t>(index)] = std::move(row);
            return index;
        }
        m_index.emplace(id, size());
        m_rows.push_back(std::move(row));
        return size() - 1;
    }
    /// Remembers that the object is gone as of `seq`; whether its row is to be dropped.
    bool bury(const Key& id, std::int64_t seq) {
        auto& at = m_removed[id];
        at = std::max(at, seq);
        const int index = indexOf(id);
        return index >= 0 && this->at(index).seq <= seq;
    }
    void drop(int first, int last) {
        for (int i = first; i <= last; ++i) m_index.erase(at(i).id);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        for (int i = first; i < size(); ++i) m_index[at(i).id] = i;
    }

    /// Between these two every listed row is noted.
    void beginList() { m_listed.clear(); }
    void noteListed(const Key& id) { m_listed.insert(id); }
    /// Indexes of rows that the list lacks though it is at least as new as `seq`.
    std::vector<int> endList(std::int64_t seq) {
        std::vector<int> missing;
        for (int i = 0; i < size(); ++i)
            if (at(i).seq <= seq && !m_listed.contains(at(i).id)) missing.push_back(i);
        m_listed.clear();
        m_removed.clear();
        return missing;
    }
    void clear() {
        m_rows.clear();
        m_index.clear();
        m_removed.clear();
        m_listed.clear();
    }

private:
    std::vector<Row> m_rows;
    std::unordered_map<Key, int> m_index;
    std::unordered_map<Key, std::int64_t> m_removed;
    std::unordered_set<Key> m_listed;
};

}  // namespace ph::mirror
