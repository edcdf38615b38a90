#pragma once

#include "base/random.h"

#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ph {

namespace detail {
/// A letter and 13 lower-case base32 characters (a-z, 2-7): 65 random bits, DNS-safe.
using IdText = std::array<char, 14>;
IdText randomIdText(char letter, RandomSource& random);
bool isIdText(std::string_view text, char letter);
}  // namespace detail

/// A typed, server-made identifier. A default-constructed one is empty and means "none".
template <char Letter>
class Id {
public:
    static constexpr std::size_t kLength = 14;
    static constexpr char kLetter = Letter;

    constexpr Id() = default;
    static Id random(RandomSource& source) {
        Id id;
        id.m_text = detail::randomIdText(Letter, source);
        return id;
    }
    /// nullopt unless `text` is exactly an id of this type.
    static std::optional<Id> parse(std::string_view text) {
        if (!detail::isIdText(text, Letter)) return std::nullopt;
        Id id;
        text.copy(id.m_text.data(), kLength);
        return id;
    }

    bool empty() const { return m_text[0] == '\0'; }
    std::string_view view() const { return empty() ? std::string_view() : std::string_view(m_text.data(), kLength); }
    std::string str() const { return std::string(view()); }
    friend auto operator<=>(const Id&, const Id&) = default;

private:
    detail::IdText m_text{};
};

using OrgId = Id<'o'>;
using UserId = Id<'u'>;
using SessionId = Id<'s'>;
using TokenId = Id<'k'>;
using JobId = Id<'j'>;
using TaskRunId = Id<'t'>;
using NodeId = Id<'n'>;

}  // namespace ph

template <char Letter>
struct std::hash<ph::Id<Letter>> {
    std::size_t operator()(const ph::Id<Letter>& id) const noexcept { return std::hash<std::string_view>()(id.view()); }
};
