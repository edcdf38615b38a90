#include "reflect/reader.h"

#include "base/utf8.h"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace ph::reflect {

namespace {

constexpr std::size_t kMostFaults = 100;

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

/// A scalar as people write it: 1.5, where Boost.JSON writes 1.5E0.
std::string scalarText(const boost::json::value& value) {
    return value.is_double() ? fmt::format("{}", value.get_double()) : boost::json::serialize(value);
}

}  // namespace

Reader::Step::Step(Reader& reader, std::string_view member) : m_reader(reader), m_length(reader.m_path.size()) {
    if (m_length != 0) m_reader.m_path += '.';
    // A fault repeats its path, so a key of megabytes must not stand in it.
    m_reader.m_path += excerpt(member);
}

Reader::Step::Step(Reader& reader, std::size_t index) : m_reader(reader), m_length(reader.m_path.size()) {
    fmt::format_to(std::back_inserter(m_reader.m_path), "[{}]", index);
}

void Reader::fault(std::string code, std::string value, std::string allowed) {
    if (m_faults.size() == kMostFaults) return;
    m_faults.push_back({m_path, std::move(code), excerpt(value), std::move(allowed)});
}

void Reader::wrongType(const boost::json::value& value, std::string_view allowed) {
    fault("type", shortText(value), std::string(allowed));
}

void Reader::unknownField(std::string_view name, std::span<const std::string> known) {
    const Step step(*this, name);
    const std::string close = nearest(name, known);
    fault("unknown-field", excerpt(name), close.empty() ? fmt::format("{}", fmt::join(known, ", ")) : close);
}

std::optional<std::string> Reader::text(const boost::json::value& value, std::string_view allowed) {
    if (const auto* string = value.if_string()) return std::string(*string);
    if (m_scalars == Scalars::Lenient && (value.is_number() || value.is_bool())) return scalarText(value);
    wrongType(value, allowed);
    return std::nullopt;
}

std::optional<std::int64_t> Reader::integer(const boost::json::value& value, std::int64_t low, std::int64_t high) {
    if (!value.is_int64() && !value.is_uint64()) {
        wrongType(value, "a whole number");
        return std::nullopt;
    }
    boost::system::error_code failed;
    const auto number = value.to_number<std::int64_t>(failed);
    if (failed || number < low || number > high) {
        fault("range", shortText(value), fmt::format("{} to {}", low, high));
        return std::nullopt;
    }
    return number;
}

std::optional<double> Reader::number(const boost::json::value& value) {
    if (value.is_number()) return value.to_number<double>();
    wrongType(value, "a number");
    return std::nullopt;
}

std::optional<bool> Reader::boolean(const boost::json::value& value) {
    if (const bool* b = value.if_bool()) return *b;
    wrongType(value, "true or false");
    return std::nullopt;
}

std::string shortText(const boost::json::value& value) {
    if (value.is_string()) return excerpt(std::string_view(value.get_string().data(), value.get_string().size()));
    return excerpt(scalarText(value));
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    // Comparing takes time by the length, and what is this long was not meant to be one of ours.
    constexpr std::size_t kLongestWord = 100;
    if (word.size() > kLongestWord) return {};
    std::string_view best;
    std::size_t distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const auto& candidate : candidates) {
        const std::size_t d = editDistance(word, candidate);
        if (d < distance) {
            distance = d;
            best = candidate;
        }
    }
    return std::string(best);
}

}  // namespace ph::reflect
