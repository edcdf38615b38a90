#pragma once

#include "reflect/reader.h"
#include "reflect/schema.h"

#include <boost/json/object.hpp>

namespace ph::reflect {

/// How a type stands on the wire: encode, decode (reporting every fault to the reader) and its JSON schema.
/// Described structs and enums need nothing more; `static constexpr std::array kRequired{"command"}` in a struct names
/// the members (in wire form) that must be given, every other one keeps its default.
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

}  // namespace ph::reflect
