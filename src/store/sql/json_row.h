#pragma once

#include "reflect/codec.h"
#include "store/sql/row_text.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace ph {

/// A described value as it stands in a text column.
template <class T>
std::string jsonForRow(const T& value) {
    return boost::json::serialize(reflect::encode(value));
}

template <class T>
T jsonFromRow(const std::string& text) {
    auto value = reflect::decode<T>(boost::json::parse(text));
    if (!value) throwBadRow(text);
    return std::move(*value);
}

template <class E>
E wordFromRow(const std::string& text) {
    const auto value = reflect::parseWord<E>(text);
    if (!value) throwBadRow(text);
    return *value;
}

}  // namespace ph
