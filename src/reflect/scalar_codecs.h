#pragma once

#include "base/clock.h"
#include "base/id.h"
#include "base/units.h"
#include "reflect/codec_base.h"

#include <boost/json/array.hpp>

#include <limits>
#include <type_traits>

namespace ph::reflect {

template <>
struct Codec<bool> {
    static boost::json::value encode(bool v) { return v; }
    static void decode(bool& out, const boost::json::value& json, Reader& reader) {
        if (const auto v = reader.boolean(json)) out = *v;
    }
    static boost::json::object schema(Schemas&) { return {{"type", "boolean"}}; }
};

template <class T>
requires std::is_integral_v<T>
struct Codec<T> {
    static constexpr std::int64_t kLow = static_cast<std::int64_t>(std::numeric_limits<T>::min());
    static constexpr std::int64_t kHigh = sizeof(T) >= 8 ? std::numeric_limits<std::int64_t>::max()
                                                         : static_cast<std::int64_t>(std::numeric_limits<T>::max());
    static boost::json::value encode(T v) { return static_cast<std::int64_t>(v); }
    static void decode(T& out, const boost::json::value& json, Reader& reader) {
        if (const auto v = reader.integer(json, kLow, kHigh)) out = static_cast<T>(*v);
    }
    static boost::json::object schema(Schemas&) {
        return {
            {"type", "integer"}, {"format", sizeof(T) >= 8 ? "int64" : "int32"}, {"minimum", kLow}, {"maximum", kHigh}};
    }
};

template <>
struct Codec<double> {
    static boost::json::value encode(double v) { return v; }
    static void decode(double& out, const boost::json::value& json, Reader& reader) {
        if (const auto v = reader.number(json)) out = *v;
    }
    static boost::json::object schema(Schemas&) { return {{"type", "number"}}; }
};

template <>
struct Codec<std::string> {
    static boost::json::value encode(const std::string& v) { return boost::json::value(v); }
    static void decode(std::string& out, const boost::json::value& json, Reader& reader) {
        if (auto v = reader.text(json)) out = std::move(*v);
    }
    static boost::json::object schema(Schemas&) { return {{"type", "string"}}; }
};

/// Any JSON value as it stands.
template <>
struct Codec<boost::json::value> {
    static boost::json::value encode(const boost::json::value& v) { return v; }
    static void decode(boost::json::value& out, const boost::json::value& json, Reader&) { out = json; }
    static boost::json::object schema(Schemas&) { return {}; }
};

template <>
struct Codec<Bytes> {
    static boost::json::value encode(Bytes v) { return boost::json::value(bytesText(v)); }
    static void decode(Bytes& out, const boost::json::value& json, Reader& reader);
    static boost::json::object schema(Schemas&);
};

template <>
struct Codec<MilliCpu> {
    static boost::json::value encode(MilliCpu v);
    static void decode(MilliCpu& out, const boost::json::value& json, Reader& reader);
    static boost::json::object schema(Schemas&);
};

template <>
struct Codec<Seconds> {
    static boost::json::value encode(Seconds v) { return boost::json::value(durationText(v)); }
    static void decode(Seconds& out, const boost::json::value& json, Reader& reader);
    static boost::json::object schema(Schemas&);
};

template <>
struct Codec<Timestamp> {
    static boost::json::value encode(Timestamp v) {
        return v ? boost::json::value(timestampText(v)) : boost::json::value();
    }
    static void decode(Timestamp& out, const boost::json::value& json, Reader& reader);
    static boost::json::object schema(Schemas&);
};

template <char Letter>
struct Codec<Id<Letter>> {
    static boost::json::value encode(const Id<Letter>& v) { return boost::json::value(v.view()); }
    static void decode(Id<Letter>& out, const boost::json::value& json, Reader& reader) {
        const auto text = reader.text(json, "an id");
        if (!text || text->empty()) return;
        if (const auto id = Id<Letter>::parse(*text))
            out = *id;
        else
            reader.fault("id", *text, std::string("an id beginning with ") + Letter);
    }
    static boost::json::object schema(Schemas&) {
        return {{"type", "string"}, {"pattern", std::string("^(") + Letter + "[a-z2-7]{13})?$"}};
    }
};

}  // namespace ph::reflect
