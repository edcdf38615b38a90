#include "reflect/json_text.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <fmt/format.h>

namespace ph::reflect {

namespace {

Error badJson(std::string value, std::string allowed) {
    return Error(kInvalid).withFaults({{"", "json", std::move(value), std::move(allowed)}});
}

void print(std::string& out, const boost::json::value& value, std::size_t indent) {
    const auto list = [&](char open, char close, const auto& items, auto item) {
        if (items.empty()) {
            out += open;
            out += close;
            return;
        }
        out += open;
        bool first = true;
        for (const auto& entry : items) {
            out += first ? "\n" : ",\n";
            first = false;
            out.append(indent + 2, ' ');
            item(entry);
        }
        out += '\n';
        out.append(indent, ' ');
        out += close;
    };
    if (const auto* object = value.if_object()) {
        list('{', '}', *object, [&](const auto& member) {
            out += boost::json::serialize(member.key());
            out += ": ";
            print(out, member.value(), indent + 2);
        });
    } else if (const auto* array = value.if_array()) {
        list('[', ']', *array, [&](const auto& item) { print(out, item, indent + 2); });
    } else {
        out += boost::json::serialize(value);
    }
}

}  // namespace

Result<boost::json::value> parseJson(std::string_view text, std::size_t most) {
    if (text.size() > most) return badJson(fmt::format("{} bytes", text.size()), fmt::format("at most {} bytes", most));
    boost::json::stream_parser parser;
    boost::system::error_code failed;
    const std::size_t used = parser.write_some(text.data(), text.size(), failed);
    if (!failed && used < text.size() && text.find_first_not_of(" \t\r\n", used) != std::string_view::npos)
        return badJson(fmt::format("byte {}", used), "nothing after the value");
    if (!failed) parser.finish(failed);
    if (failed) return badJson(fmt::format("{} near byte {}", failed.message(), used), "valid JSON");
    return parser.release();
}

std::string prettyJson(const boost::json::value& value) {
    std::string out;
    print(out, value, 0);
    out += '\n';
    return out;
}

}  // namespace ph::reflect
