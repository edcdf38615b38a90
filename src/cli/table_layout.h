#pragma once

#include "cli/output.h"

#include <cstddef>
#include <vector>

namespace ph::cli {

struct TableColumn {
    std::size_t index;  ///< among those of the listing
    std::size_t title;  ///< columns of the terminal that the title takes
    std::size_t width;  ///< those that its widest text takes
    Fit fit;
};

/// The columns that are shown on a terminal of `room`, with widths that fit if that can be done: those that shrink keep
/// enough to be read, then others yield, then the former are cut to their titles.
std::vector<TableColumn> fitted(std::vector<TableColumn> columns, std::size_t room, std::size_t gap);

}  // namespace ph::cli
