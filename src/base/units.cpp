#include "base/units.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <limits>
#include <utility>

namespace ph {

namespace {

struct Unit {
    std::string_view name;
    std::int64_t size;
};

constexpr std::array<Unit, 5> kBinary{{{"TiB", 1LL << 40}, {"GiB", 1LL << 30}, {"MiB", 1LL << 20}, {"KiB", 1LL << 10}, {"B", 1}}};
constexpr std::array<Unit, 13> kSizeNames{{{"TiB", 1LL << 40}, {"GiB", 1LL << 30}, {"MiB", 1LL << 20}, {"KiB", 1LL << 10},
                                           {"Ti", 1LL << 40}, {"Gi", 1LL << 30}, {"Mi", 1LL << 20}, {"Ki", 1LL << 10},
                                           {"TB", 1'000'000'000'000}, {"GB", 1'000'000'000}, {"MB", 1'000'000}, {"kB", 1000},
                                           {"B", 1}}};
constexpr std::array<Unit, 4> kShortSizes{{{"T", 1'000'000'000'000}, {"G", 1'000'000'000}, {"M", 1'000'000}, {"k", 1000}}};
constexpr std::array<Unit, 4> kTimes{{{"d", 86400}, {"h", 3600}, {"m", 60}, {"s", 1}}};

/// Room for a product of two 64-bit numbers; GCC and Clang both have it.
__extension__ using Wide = __int128;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// A decimal number in thousandths, and what follows it. nullopt on no digits, over three decimals or overflow.
std::optional<std::pair<std::int64_t, std::string_view>> parseMilli(std::string_view text) {
    constexpr std::int64_t kLimit = std::numeric_limits<std::int64_t>::max() / 10'000;
    std::int64_t whole = 0;
    std::size_t i = 0;
    for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); ++i) {
        if (whole > kLimit) return std::nullopt;
        whole = whole * 10 + (text[i] - '0');
    }
    if (i == 0 || whole > kLimit) return std::nullopt;
    std::int64_t milli = whole * 1000;
    if (i < text.size() && text[i] == '.') {
        std::int64_t scale = 100;
        const std::size_t first = ++i;
        for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); ++i, scale /= 10) {
            if (scale == 0) return std::nullopt;
            milli += (text[i] - '0') * scale;
        }
        if (i == first) return std::nullopt;
    }
    return std::pair(milli, text.substr(i));
}

std::optional<std::int64_t> scaled(std::int64_t milli, std::int64_t unit) {
    const Wide product = static_cast<Wide>(milli) * unit;
    if (product % 1000 != 0 && unit == 1) return std::nullopt;
    const Wide value = product / 1000;
    if (value > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

template <class Units>
std::optional<std::int64_t> unitSize(const Units& units, std::string_view name) {
    for (const auto& unit : units)
        if (unit.name == name) return unit.size;
    return std::nullopt;
}

}  // namespace

std::string bytesText(Bytes amount) {
    if (amount.value == 0) return "0";
    for (const auto& unit : kBinary)
        if (unit.size > 1 && amount.value % unit.size == 0) return fmt::format("{}{}", amount.value / unit.size, unit.name);
    return fmt::format("{}", amount.value);
}

std::string bytesForPeople(Bytes amount) {
    for (const auto& unit : kBinary) {
        if (amount.value < unit.size) continue;
        const std::int64_t tenths = (static_cast<Wide>(amount.value) * 10 + unit.size / 2) / unit.size;
        if (tenths % 10 == 0) return fmt::format("{} {}", tenths / 10, unit.name);
        return fmt::format("{}.{} {}", tenths / 10, tenths % 10, unit.name);
    }
    return "0 B";
}

std::optional<Bytes> parseBytes(std::string_view text) {
    const auto number = parseMilli(trimmed(text));
    if (!number) return std::nullopt;
    const std::string_view name = trimmed(number->second);
    auto unit = name.empty() ? std::optional<std::int64_t>(1) : unitSize(kSizeNames, name);
    if (!unit) unit = unitSize(kShortSizes, name);
    if (!unit) return std::nullopt;
    const auto value = scaled(number->first, *unit);
    return value ? std::optional(Bytes{*value}) : std::nullopt;
}

std::string cpuText(MilliCpu amount) {
    if (amount.value % 1000 == 0) return fmt::format("{}", amount.value / 1000);
    std::string text = fmt::format("{}.{:03}", amount.value / 1000, amount.value % 1000);
    while (text.back() == '0') text.pop_back();
    return text;
}

std::optional<MilliCpu> parseCpu(std::string_view text) {
    const auto number = parseMilli(trimmed(text));
    if (!number) return std::nullopt;
    if (number->second.empty()) return MilliCpu{number->first};
    if (number->second == "m" && number->first % 1000 == 0) return MilliCpu{number->first / 1000};
    return std::nullopt;
}

std::string durationText(Seconds amount) {
    if (amount.value == 0) return "0s";
    for (const auto& unit : kTimes)
        if (amount.value % unit.size == 0) return fmt::format("{}{}", amount.value / unit.size, unit.name);
    return {};
}

std::string durationForPeople(Seconds amount) {
    constexpr std::array<Unit, 4> kNames{{{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}}};
    for (std::size_t i = 0; i + 1 < kNames.size(); ++i) {
        if (amount.value < kNames[i].size) continue;
        const std::int64_t rest = amount.value % kNames[i].size / kNames[i + 1].size;
        const auto whole = fmt::format("{} {}", amount.value / kNames[i].size, kNames[i].name);
        return rest == 0 ? whole : fmt::format("{} {} {}", whole, rest, kNames[i + 1].name);
    }
    return fmt::format("{} s", amount.value);
}

std::optional<Seconds> parseDuration(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return std::nullopt;
    std::int64_t total = 0;
    while (!text.empty()) {
        const auto number = parseMilli(text);
        if (!number) return std::nullopt;
        std::string_view rest = number->second;
        std::int64_t unit = 1;
        if (!rest.empty()) {
            const auto size = unitSize(kTimes, rest.substr(0, 1));
            if (!size) return std::nullopt;
            unit = *size;
            rest.remove_prefix(1);
        }
        const auto value = scaled(number->first, unit);
        if (!value || __builtin_add_overflow(total, *value, &total)) return std::nullopt;
        text = rest;
    }
    return Seconds{total};
}

}  // namespace ph
