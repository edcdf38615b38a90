#pragma once

#include "api/problem.h"
#include "client/call.h"
#include "client/client_errors.h"
#include "client/connection.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/json/serialize.hpp>

namespace ph::client {

/// What is wrong with an answer's fields, fields of a newer server excepted.
inline std::optional<Error> seriousFault(std::vector<Fault> faults) {
    std::erase_if(faults, [](const Fault& fault) { return fault.code == "unknown-field"; });
    if (faults.empty()) return std::nullopt;
    return Error(kBadAnswer).with("reason", faults.front().path + ": " + faults.front().value);
}

/// Heavy templates: included by the .cpp files of typed clients only.
template <class T>
Result<T> decodeAnswer(std::string_view body) {
    constexpr std::size_t kMost = 64 << 20;
    const auto json = reflect::parseJson(body.empty() ? "{}" : body, kMost);
    if (!json) return Error(kBadAnswer).with("reason", "no JSON");
    reflect::Reader reader(reflect::Scalars::Strict);
    T value{};
    reflect::Codec<T>::decode(value, *json, reader);
    if (auto error = seriousFault(reader.takeFaults())) return std::move(*error);
    return value;
}

template <class T>
QByteArray encodeBody(const T& value) {
    return QByteArray::fromStdString(boost::json::serialize(reflect::encode(value)));
}

template <class T>
Call<T> makeCall(Connection& connection, const Request& request) {
    return Call<T>(connection.start(request), &decodeAnswer<T>);
}

}  // namespace ph::client
