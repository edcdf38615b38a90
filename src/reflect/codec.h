#pragma once

#include "base/clock.h"
#include "base/id.h"
#include "base/units.h"
#include "reflect/names.h"
#include "reflect/reader.h"
#include "reflect/schema.h"

#include <boost/describe.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/mp11.hpp>

#include <limits>
#include <map>
#include <type_traits>

namespace ph::reflect {

/// How a type stands on the wire: encode, decode (reporting every fault to the reader) and its JSON schema.
/// Described structs and enums need nothing more; `static constexpr std::array kRequired{"command"}` in a struct names the
/// members (in wire form) that must be given, every other one keeps its default.
template <class T>
struct Codec;

template <class T>
boost::json::value encode(const T& value) {
    return Codec<T>::encode(value);
}

/// Everything that is wrong is reported in Error::faults (id kInvalid).
template <class T>
Result<T> decode(const boost::json::value& json, Scalars scalars = Scalars::Strict) {
    Reader reader(scalars);
    T value{};
    Codec<T>::decode(value, json, reader);
    if (!reader.clean()) return Error(kInvalid).withFaults(reader.takeFaults());
    return value;
}

template <class T>
boost::json::object schemaOf(Schemas& schemas) {
    return Codec<T>::schema(schemas);
}

/// The wire word of a described enumerator, e.g. JobState::Queued -> "queued".
template <class E>
const std::string& word(E value);
template <class E>
std::optional<E> parseWord(std::string_view text);

template <class T>
concept DescribedStruct = boost::describe::has_describe_members<T>::value && !std::is_enum_v<T>;
template <class T>
concept DescribedEnum = boost::describe::has_describe_enumerators<T>::value;

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
    static constexpr std::int64_t kHigh = sizeof(T) >= 8 ? std::numeric_limits<std::int64_t>::max()
                                                         : static_cast<std::int64_t>(std::numeric_limits<T>::max());
    static boost::json::value encode(T v) { return static_cast<std::int64_t>(v); }
    static void decode(T& out, const boost::json::value& json, Reader& reader) {
        if (const auto v = reader.integer(json, static_cast<std::int64_t>(std::numeric_limits<T>::min()), kHigh))
            out = static_cast<T>(*v);
    }
    static boost::json::object schema(Schemas&) { return {{"type", "integer"}, {"format", sizeof(T) >= 8 ? "int64" : "int32"}}; }
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
    static boost::json::value encode(Timestamp v) { return v ? boost::json::value(timestampText(v)) : boost::json::value(); }
    static void decode(Timestamp& out, const boost::json::value& json, Reader& reader);
    static boost::json::object schema(Schemas&);
};

template <char Letter>
struct Codec<Id<Letter>> {
    static boost::json::value encode(const Id<Letter>& v) { return boost::json::value(v.view()); }
    static void decode(Id<Letter>& out, const boost::json::value& json, Reader& reader) {
        const auto text = reader.text(json, "an id");
        if (!text || text->empty()) return;
        if (const auto id = Id<Letter>::parse(*text)) out = *id;
        else reader.fault("id", *text, std::string("an id beginning with ") + Letter);
    }
    static boost::json::object schema(Schemas&) {
        return {{"type", "string"}, {"pattern", std::string("^(") + Letter + "[a-z2-7]{13})?$"}};
    }
};

template <class T>
struct Codec<std::optional<T>> {
    static boost::json::value encode(const std::optional<T>& v) { return v ? Codec<T>::encode(*v) : boost::json::value(); }
    static void decode(std::optional<T>& out, const boost::json::value& json, Reader& reader) {
        if (json.is_null()) return out.reset();
        Codec<T>::decode(out.emplace(), json, reader);
    }
    static boost::json::object schema(Schemas& schemas) { return nullable(Codec<T>::schema(schemas)); }
};

template <class T>
struct Codec<std::vector<T>> {
    static boost::json::value encode(const std::vector<T>& v) {
        boost::json::array list;
        list.reserve(v.size());
        for (const auto& item : v) list.push_back(Codec<T>::encode(item));
        return list;
    }
    static void decode(std::vector<T>& out, const boost::json::value& json, Reader& reader) {
        const auto* list = json.if_array();
        if (!list) return reader.wrongType(json, "a list");
        out.clear();
        out.reserve(list->size());
        for (const auto& item : *list) {
            const Reader::Step step(reader, out.size());
            Codec<T>::decode(out.emplace_back(), item, reader);
        }
    }
    static boost::json::object schema(Schemas& schemas) { return {{"type", "array"}, {"items", Codec<T>::schema(schemas)}}; }
};

template <class T>
struct Codec<std::map<std::string, T>> {
    static boost::json::value encode(const std::map<std::string, T>& v) {
        boost::json::object object;
        for (const auto& [key, item] : v) object.emplace(key, Codec<T>::encode(item));
        return object;
    }
    static void decode(std::map<std::string, T>& out, const boost::json::value& json, Reader& reader) {
        const auto* object = json.if_object();
        if (!object) return reader.wrongType(json, "a map");
        out.clear();
        for (const auto& member : *object) {
            const Reader::Step step(reader, std::string_view(member.key()));
            Codec<T>::decode(out[std::string(member.key())], member.value(), reader);
        }
    }
    static boost::json::object schema(Schemas& schemas) {
        return {{"type", "object"}, {"additionalProperties", Codec<T>::schema(schemas)}};
    }
};

namespace detail {

template <class E>
const std::vector<std::string>& words() {
    static const std::vector<std::string> list = [] {
        std::vector<std::string> names;
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) { names.push_back(wireName(d.name)); });
        return names;
    }();
    return list;
}

template <class T>
using Members = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

template <class T>
const std::vector<std::string>& memberNames() {
    static const std::vector<std::string> list = [] {
        std::vector<std::string> names;
        boost::mp11::mp_for_each<Members<T>>([&](auto d) { names.push_back(wireName(d.name)); });
        return names;
    }();
    return list;
}

template <class T>
std::vector<std::string_view> requiredNames() {
    if constexpr (requires { T::kRequired; }) return {T::kRequired.begin(), T::kRequired.end()};
    return {};
}

void reportMembers(const boost::json::object& object, std::span<const std::string> known,
                   std::span<const std::string_view> required, Reader& reader);

}  // namespace detail

template <class E>
const std::string& word(E value) {
    std::size_t index = 0, found = 0;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
        if (d.value == value) found = index;
        ++index;
    });
    return detail::words<E>()[found];
}

template <class E>
std::optional<E> parseWord(std::string_view text) {
    std::optional<E> result;
    std::size_t index = 0;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
        if (detail::words<E>()[index++] == text) result = d.value;
    });
    return result;
}

template <DescribedEnum E>
struct Codec<E> {
    static boost::json::value encode(E v) { return boost::json::value(word(v)); }
    static void decode(E& out, const boost::json::value& json, Reader& reader) {
        const auto text = reader.text(json);
        if (!text) return;
        if (const auto v = parseWord<E>(*text)) out = *v;
        else reader.fault("word", *text, joined(detail::words<E>()));
    }
    static boost::json::object schema(Schemas&) { return enumSchema(detail::words<E>()); }
};

template <DescribedStruct T>
struct Codec<T> {
    static boost::json::value encode(const T& v) {
        boost::json::object object;
        const auto& names = detail::memberNames<T>();
        object.reserve(names.size());
        std::size_t index = 0;
        boost::mp11::mp_for_each<detail::Members<T>>([&](auto d) {
            const auto& member = v.*d.pointer;
            object.emplace(names[index++], Codec<std::remove_cvref_t<decltype(member)>>::encode(member));
        });
        return object;
    }
    static void decode(T& out, const boost::json::value& json, Reader& reader) {
        const auto* object = json.if_object();
        if (!object) return reader.wrongType(json, "a map with fields");
        const auto& names = detail::memberNames<T>();
        detail::reportMembers(*object, names, detail::requiredNames<T>(), reader);
        std::size_t index = 0;
        boost::mp11::mp_for_each<detail::Members<T>>([&](auto d) {
            const auto& name = names[index++];
            const auto* member = object->if_contains(name);
            if (!member || member->is_null()) return;
            const Reader::Step step(reader, name);
            auto& target = out.*d.pointer;
            Codec<std::remove_cvref_t<decltype(target)>>::decode(target, *member, reader);
        });
    }
    static boost::json::object schema(Schemas& schemas) {
        return schemas.structure(typeid(T), [&](boost::json::object& properties) {
            const auto& names = detail::memberNames<T>();
            std::size_t index = 0;
            boost::mp11::mp_for_each<detail::Members<T>>([&](auto d) {
                using Member = std::remove_cvref_t<decltype(std::declval<T>().*d.pointer)>;
                properties.emplace(names[index++], Codec<Member>::schema(schemas));
            });
        }, detail::requiredNames<T>());
    }
};

}  // namespace ph::reflect
