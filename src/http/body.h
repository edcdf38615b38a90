#pragma once

#include "http/request.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

namespace ph::http {

/// The request's JSON body; kInvalid with every fault.
template <class T>
Result<T> bodyAs(const Request& request) {
    const auto json = reflect::parseJson(request.body);
    if (!json) return json.error();
    return reflect::decode<T>(*json);
}

}  // namespace ph::http
