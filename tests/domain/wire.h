#pragma once

#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace ph::test {

/// The value as it goes over the wire.
template <class T>
std::string wire(const T& value) {
    return boost::json::serialize(reflect::encode(value));
}

/// Whether the value reads back as what was written.
template <class T>
void expectReadsBack(const T& value) {
    const auto json = reflect::encode(value);
    const auto back = reflect::decode<T>(*reflect::parseJson(boost::json::serialize(json)));
    ASSERT_TRUE(back) << boost::json::serialize(json) << ": " << back.error().faults.at(0).path;
    EXPECT_EQ(reflect::encode(*back), json);
}

/// "path code" of every fault of a JSON text.
template <class T>
std::vector<std::string> wireFaults(const std::string& text) {
    std::vector<std::string> list;
    const auto value = reflect::decode<T>(*reflect::parseJson(text));
    if (!value)
        for (const auto& fault : value.error().faults) list.push_back(fault.path + " " + fault.code);
    return list;
}

/// All wire words of an enumeration, in order.
template <class E>
std::string words() {
    return reflect::joined(reflect::detail::words<E>());
}

}  // namespace ph::test
