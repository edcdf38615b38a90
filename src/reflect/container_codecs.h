#pragma once

#include "reflect/codec_base.h"

#include <boost/json/array.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ph::reflect {

template <class T>
struct Codec<std::optional<T>> {
    static boost::json::value encode(const std::optional<T>& v) {
        return v ? Codec<T>::encode(*v) : boost::json::value();
    }
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
    static boost::json::object schema(Schemas& schemas) {
        return {{"type", "array"}, {"items", Codec<T>::schema(schemas)}};
    }
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

}  // namespace ph::reflect
