#pragma once

#include "reflect/codec_base.h"
#include "reflect/names.h"

#include <boost/describe.hpp>
#include <boost/mp11.hpp>

#include <type_traits>

namespace ph::reflect {

/// The wire word of a described enumerator, e.g. JobState::Queued -> "queued".
template <class E>
const std::string& word(E value);
template <class E>
std::optional<E> parseWord(std::string_view text);

template <class T>
concept DescribedStruct = boost::describe::has_describe_members<T>::value && !std::is_enum_v<T>;
template <class T>
concept DescribedEnum = boost::describe::has_describe_enumerators<T>::value;

namespace detail {

template <class E>
const std::vector<std::string>& words() {
    static const std::vector<std::string> list = [] {
        std::vector<std::string> names;
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>(
            [&](auto d) { names.push_back(wireName(d.name)); });
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
        if (const auto v = parseWord<E>(*text))
            out = *v;
        else
            reader.fault("word", *text, joined(detail::words<E>()));
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
        return schemas.structure(
            typeid(T),
            [&](boost::json::object& properties) {
                const auto& names = detail::memberNames<T>();
                std::size_t index = 0;
                boost::mp11::mp_for_each<detail::Members<T>>([&](auto d) {
                    using Member = std::remove_cvref_t<decltype(std::declval<T>().*d.pointer)>;
                    properties.emplace(names[index++], Codec<Member>::schema(schemas));
                });
            },
            detail::requiredNames<T>());
    }
};

}  // namespace ph::reflect
