#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ph {

/// An integer amount of one unit; amounts of different units do not mix.
template <class Tag>
struct Amount {
    std::int64_t value = 0;
    friend constexpr auto operator<=>(const Amount&, const Amount&) = default;
    constexpr Amount& operator+=(Amount o) { value += o.value; return *this; }
    constexpr Amount& operator-=(Amount o) { value -= o.value; return *this; }
    friend constexpr Amount operator+(Amount a, Amount b) { return {a.value + b.value}; }
    friend constexpr Amount operator-(Amount a, Amount b) { return {a.value - b.value}; }
};

using Bytes = Amount<struct BytesTag>;
using MilliCpu = Amount<struct MilliCpuTag>;
using MilliGpu = Amount<struct MilliGpuTag>;
using Seconds = Amount<struct SecondsTag>;

constexpr Bytes kibibytes(std::int64_t n) { return {n << 10}; }
constexpr Bytes mebibytes(std::int64_t n) { return {n << 20}; }
constexpr Bytes gibibytes(std::int64_t n) { return {n << 30}; }
constexpr MilliCpu cores(std::int64_t n) { return {n * 1000}; }

/// Exact text with the largest binary unit that divides: "512MiB", "1500KiB", "7". Written and read by specs.
std::string bytesText(Bytes amount);
/// Rounded text for people with one decimal at most: "1.5 GiB", "512 MiB", "0 B".
std::string bytesForPeople(Bytes amount);
/// Accepts "512MiB", "2 GiB", "1.5GiB", "64M" (decimal), "1024"; nullopt on anything else, negatives and overflow.
std::optional<Bytes> parseBytes(std::string_view text);

/// "2" or "0.5" or "1.25": cores as a decimal number.
std::string cpuText(MilliCpu amount);
/// Accepts "2", "0.5", "500m"; nullopt on anything else, negatives and more than three decimals.
std::optional<MilliCpu> parseCpu(std::string_view text);

/// "90s", "15m", "2h", "7d" with the largest unit that divides.
std::string durationText(Seconds amount);
/// Rounded for people: "1 h 30 min", "42 s".
std::string durationForPeople(Seconds amount);
/// Accepts "90s", "15m", "2h", "7d", "1h30m", "3600"; nullopt on anything else, negatives and overflow.
std::optional<Seconds> parseDuration(std::string_view text);

}  // namespace ph
