#pragma once

#include "mirror/row_set.h"
#include "mirror/table.h"

#include <algorithm>

namespace ph::mirror {

/// How many stretches of changed rows are told one by one; with more, all between the first and the last count as
/// changed.
inline constexpr std::size_t kMostStretches = 16;

/// Rows that stand side by side, as (first, last), lowest first. `rows` may be in any order and repeat.
inline std::vector<std::pair<int, int>> stretches(std::vector<int> rows) {
    std::sort(rows.begin(), rows.end());
    std::vector<std::pair<int, int>> result;
    for (const int row : rows)
        if (!result.empty() && row <= result.back().second + 1)
            result.back().second = row;
        else
            result.emplace_back(row, row);
    return result;
}

/// Puts what is newer of `rows`; told by `table` as a few changes and at most one insertion.
template <class Row>
void putRows(Table& table, RowSet<Row>& set, std::vector<Row> rows) {
    using Step = typename RowSet<Row>::Step;
    std::vector<Row> fresh;
    std::unordered_map<typename RowSet<Row>::Key, std::size_t> places;
    std::vector<int> touched;
    for (auto& row : rows) {
        const Step step = set.judge(row);
        if (step == Step::Update) {
            touched.push_back(set.put(std::move(row)));
        } else if (step == Step::Insert) {
            const auto [place, first] = places.emplace(row.id, fresh.size());
            if (first)
                fresh.push_back(std::move(row));
            else if (fresh[place->second].seq < row.seq)
                fresh[place->second] = std::move(row);
        }
    }
    // Changes first: who sorts the new rows in must find the others in their order.
    auto changes = stretches(std::move(touched));
    if (changes.size() > kMostStretches) changes = {{changes.front().first, changes.back().second}};
    for (const auto& [first, last] : changes) Q_EMIT table.changed(first, last);
    if (fresh.empty()) return;
    const int first = set.size(), last = first + static_cast<int>(fresh.size()) - 1;
    Q_EMIT table.aboutToInsert(first, last);
    for (auto& row : fresh) set.put(std::move(row));
    Q_EMIT table.inserted(first, last);
}

template <class Row>
void dropRows(Table& table, RowSet<Row>& set, std::vector<int> rows) {
    const auto parts = stretches(std::move(rows));
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        Q_EMIT table.aboutToRemove(part->first, part->second);
        set.drop(part->first, part->second);
        Q_EMIT table.removed(part->first, part->second);
    }
}

}  // namespace ph::mirror
