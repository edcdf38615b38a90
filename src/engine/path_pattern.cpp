#include "engine/path_pattern.h"

#include <algorithm>

namespace ph::engine {

namespace {

std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        if (!part.empty() && part != ".") parts.emplace_back(part);
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return parts;
}

/// `*` and `?` within one part; linear in practice: only the last star is ever tried again.
bool partMatches(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
            ++p;
            ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

/// The set of pattern positions that the parts of a path lead to, as in a small automaton: no pattern makes it slow.
std::vector<bool> advance(const std::vector<std::string>& pattern, const std::vector<std::string>& path) {
    std::vector<bool> at(pattern.size() + 1);
    const auto spread = [&] {
        for (std::size_t i = 0; i < pattern.size(); ++i)
            if (at[i] && pattern[i] == "**") at[i + 1] = true;
    };
    at[0] = true;
    spread();
    for (const auto& part : path) {
        std::vector<bool> next(at.size());
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if (!at[i]) continue;
            if (pattern[i] == "**")
                next[i] = true;
            else if (partMatches(pattern[i], part))
                next[i + 1] = true;
        }
        next[pattern.size()] = next[pattern.size()] || at[pattern.size()];  // below a folder that was named
        at = std::move(next);
        spread();
    }
    return at;
}

}  // namespace

PathPattern::PathPattern(std::string_view pattern)
    : m_parts(split(pattern)), m_plain(pattern.find_first_of("*?") == std::string_view::npos) {}

bool PathPattern::matches(std::string_view path) const {
    return advance(m_parts, split(path)).back();
}

bool PathPattern::mayMatchBelow(std::string_view folder) const {
    const auto at = advance(m_parts, split(folder));
    return std::find(at.begin(), at.end(), true) != at.end();
}

}  // namespace ph::engine
