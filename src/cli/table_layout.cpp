#include "cli/table_layout.h"

#include <algorithm>
#include <iterator>

namespace ph::cli {

namespace {

using Columns = std::vector<TableColumn>;

/// The width of all with each shrinking one at most `most` wide, but never narrower than its title.
std::size_t total(const Columns& columns, std::size_t most, std::size_t gap) {
    std::size_t sum = columns.empty() ? 0 : (columns.size() - 1) * gap;
    for (const auto& column : columns)
        sum += column.fit == Fit::Shrinks ? std::min(column.width, std::max(column.title, most)) : column.width;
    return sum;
}

}  // namespace

std::vector<TableColumn> fitted(std::vector<TableColumn> columns, std::size_t room, std::size_t gap) {
    constexpr std::size_t kReadable = 16;
    while (total(columns, kReadable, gap) > room) {
        const auto last =
            std::find_if(columns.rbegin(), columns.rend(), [](const auto& c) { return c.fit == Fit::Yields; });
        if (last == columns.rend()) break;
        columns.erase(std::prev(last.base()));
    }
    // One limit for all that shrink: short ones stay whole and long ones share what is left.
    std::size_t most = room;
    while (most > 0 && total(columns, most, gap) > room) --most;
    for (auto& column : columns)
        if (column.fit == Fit::Shrinks) column.width = std::min(column.width, std::max(column.title, most));
    return columns;
}

}  // namespace ph::cli
