#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ph::engine {

/// A relative path with `*` and `?` within a part and `**` for any number of parts. A pattern that names a folder means
/// all below it.
class PathPattern {
public:
    explicit PathPattern(std::string_view pattern);
    bool matches(std::string_view path) const;
    /// Whether something below the folder could match: what cannot is not searched.
    bool mayMatchBelow(std::string_view folder) const;
    bool plain() const { return m_plain; }

private:
    std::vector<std::string> m_parts;
    bool m_plain = true;
};

}  // namespace ph::engine
