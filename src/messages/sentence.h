#pragma once

#include "base/units.h"
#include "messages/language.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ph::messages {

using Arguments = std::map<std::string, std::string>;

/// One sentence in every language. `{name}` stands for an argument, `{name|bytes}` and `{name|time}` for one that is
/// shown with units, `{name|amount}` for one whose unit follows from the argument "resource", `{name|whole}` for one
/// that names this resource too, `{name|nodes}` for a number of nodes; `[...]` is left out if an argument in it is
/// missing.
struct Sentence {
    std::string_view key;
    std::array<std::string_view, 2> text;  ///< by Language

    std::string_view in(Language language) const { return text[static_cast<std::size_t>(language)]; }
};

/// The sentence with its arguments. Missing ones outside of brackets show as "?" and are told in `missing`.
std::string filled(std::string_view pattern, const Arguments& arguments, Language language,
                   std::vector<std::string>* missing = nullptr);

/// Null if no sentence has that key.
const Sentence* findSentence(std::span<const Sentence> sentences, std::string_view key);

/// A resource's amount with its unit: milli-CPU, bytes or cards by the name of the resource.
std::string amountText(std::string_view resource, std::int64_t amount, Language language);
/// "1 node", "3 nodes" or "3 个节点".
std::string nodesText(std::int64_t count, Language language);
/// "1 h 30 min" or "1 小时 30 分".
std::string durationText(Seconds duration, Language language);
/// "memory" or "内存"; names that are not known stand as they are.
std::string resourceText(std::string_view resource, Language language);

}  // namespace ph::messages
