#include "reflect/codec.h"

#include <algorithm>
#include <cmath>

namespace ph::reflect {

namespace {

/// Decodes a whole number of `Unit` within `range`, or text that `parse` understands.
template <class Unit, class Parse>
void decodeAmount(Unit& out, const boost::json::value& json, Reader& reader, Parse parse, std::string_view allowed,
                  std::string_view range) {
    if (json.is_string()) {
        if (const auto amount = parse(std::string_view(json.get_string())))
            out = *amount;
        else
            reader.fault("format", shortText(json), std::string(allowed));
    } else if (json.is_int64() || json.is_uint64()) {
        // The range is told in the unit that people write, not as a count of the smallest one.
        const bool within = json.is_int64() && json.get_int64() >= 0;
        if (!within) return reader.fault("range", shortText(json), std::string(range));
        out = Unit{json.get_int64()};
    } else {
        reader.wrongType(json, allowed);
    }
}

}  // namespace

void Codec<Bytes>::decode(Bytes& out, const boost::json::value& json, Reader& reader) {
    decodeAmount(out, json, reader, parseBytes, "a size such as 512MiB or 2GiB", "0 B to 8 EiB");
}

boost::json::object Codec<Bytes>::schema(Schemas&) {
    return {{"type", boost::json::array{"string", "integer"}},
            {"description", "Bytes, or a size such as 512MiB or 2GiB"},
            {"examples", boost::json::array{"2GiB"}}};
}

boost::json::value Codec<MilliCpu>::encode(MilliCpu v) {
    if (v.value % 1000 == 0) return v.value / 1000;
    return static_cast<double>(v.value) / 1000.0;
}

void Codec<MilliCpu>::decode(MilliCpu& out, const boost::json::value& json, Reader& reader) {
    constexpr std::string_view kAllowed = "cores such as 2, 0.5 or 500m";
    constexpr std::string_view kRange = "0.001 to 1000000 cores";
    constexpr std::int64_t kMost = 1'000'000;
    if (json.is_double()) {
        const double milli = json.get_double() * 1000.0;
        if (!(milli >= 0) || milli > kMost * 1000.0) return reader.fault("range", shortText(json), std::string(kRange));
        if (std::abs(milli - std::round(milli)) > 1e-6)
            return reader.fault("format", shortText(json), std::string(kAllowed));
        out = MilliCpu{std::llround(milli)};
    } else if (json.is_int64() || json.is_uint64()) {
        const bool within = json.is_int64() && json.get_int64() >= 0 && json.get_int64() <= kMost;
        if (!within) return reader.fault("range", shortText(json), std::string(kRange));
        out = cores(json.get_int64());
    } else {
        decodeAmount(out, json, reader, parseCpu, kAllowed, kRange);
    }
}

boost::json::object Codec<MilliCpu>::schema(Schemas&) {
    return {{"type", boost::json::array{"number", "string"}},
            {"description", "Cores such as 2, 0.5 or 500m"},
            {"examples", boost::json::array{0.5}}};
}

void Codec<Seconds>::decode(Seconds& out, const boost::json::value& json, Reader& reader) {
    decodeAmount(out, json, reader, parseDuration, "a duration such as 90s, 15m or 2h", "at least 0s");
}

boost::json::object Codec<Seconds>::schema(Schemas&) {
    return {{"type", boost::json::array{"string", "integer"}},
            {"description", "Seconds, or a duration such as 90s, 15m or 2h"},
            {"examples", boost::json::array{"1h"}}};
}

void Codec<Timestamp>::decode(Timestamp& out, const boost::json::value& json, Reader& reader) {
    const auto text = reader.text(json, "a time");
    if (!text) return;
    out = parseTimestamp(*text);
    if (!out) reader.fault("format", *text, "a UTC time such as 2026-01-02T03:04:05.000000Z");
}

boost::json::object Codec<Timestamp>::schema(Schemas&) {
    return {{"type", boost::json::array{"string", "null"}}, {"format", "date-time"}};
}

namespace detail {

void reportMembers(const boost::json::object& object, std::span<const std::string> known,
                   std::span<const std::string_view> required, Reader& reader) {
    for (const auto& member : object) {
        const std::string_view key = member.key();
        if (std::find(known.begin(), known.end(), key) == known.end()) reader.unknownField(key, known);
    }
    for (const auto name : required) {
        const auto* member = object.if_contains(name);
        if (member && !member->is_null()) continue;
        const Reader::Step step(reader, name);
        reader.fault("required", "", "a value");
    }
}

}  // namespace detail

}  // namespace ph::reflect
