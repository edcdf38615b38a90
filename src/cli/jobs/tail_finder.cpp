#include "cli/jobs/tail_finder.h"

namespace ph::cli {

std::size_t tailOf(std::string_view text, std::int64_t lines) {
    if (lines <= 0) return text.size();
    std::size_t end = text.size();
    if (text.ends_with('\n')) --end;
    while (lines > 0) {
        const auto at = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
        if (at == std::string_view::npos) return 0;
        if (--lines == 0) return at + 1;
        end = at;
    }
    return end;
}

}  // namespace ph::cli
