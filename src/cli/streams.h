#pragma once

#include <iosfwd>
#include <string>

namespace ph::cli {

/// Where a command reads and writes. Results go to `out`, everything else to `err`.
struct Streams {
    std::ostream& out;
    std::ostream& err;
    std::istream& in;
    bool outIsTerminal = false;
    bool errIsTerminal = false;
    bool inIsTerminal = false;
    int inDescriptor = -1;  ///< for reading without waiting (exec); -1: there is no input
    int columns = 80;       ///< of the terminal, if `out` is one
};

}  // namespace ph::cli
