#include "reflect/json_text.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <fmt/format.h>

#include <functional>
#include <set>
#include <vector>

namespace ph::reflect {

namespace {

Error badJson(std::string value, std::string allowed) {
    return Error(kInvalid).withFaults({{"", "json", std::move(value), std::move(allowed)}});
}

/// Looks for a key that stands twice in one object: Boost.JSON's own parser lets the last one win.
struct KeyWatcher {
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
    using Code = boost::system::error_code;

    std::vector<std::set<std::string, std::less<>>> objects;
    std::string key;
    std::string twice;

    bool on_document_begin(Code&) { return true; }
    bool on_document_end(Code&) { return true; }
    bool on_object_begin(Code&) {
        objects.emplace_back();
        return true;
    }
    bool on_object_end(std::size_t, Code&) {
        objects.pop_back();
        return true;
    }
    bool on_array_begin(Code&) { return true; }
    bool on_array_end(std::size_t, Code&) { return true; }
    bool on_key_part(std::string_view part, std::size_t, Code&) {
        key += part;
        return true;
    }
    bool on_key(std::string_view part, std::size_t, Code& failed) {
        key += part;
        if (!objects.back().insert(key).second) {
            twice = key;
            failed = boost::json::error::syntax;
        }
        key.clear();
        return !failed;
    }
    bool on_string_part(std::string_view, std::size_t, Code&) { return true; }
    bool on_string(std::string_view, std::size_t, Code&) { return true; }
    bool on_number_part(std::string_view, Code&) { return true; }
    bool on_int64(std::int64_t, std::string_view, Code&) { return true; }
    bool on_uint64(std::uint64_t, std::string_view, Code&) { return true; }
    bool on_double(double, std::string_view, Code&) { return true; }
    bool on_bool(bool, Code&) { return true; }
    bool on_null(Code&) { return true; }
    bool on_comment_part(std::string_view, Code&) { return true; }
    bool on_comment(std::string_view, Code&) { return true; }
};

/// Empty if every key of valid JSON stands once.
std::string keyTwice(std::string_view text) {
    boost::json::basic_parser<KeyWatcher> parser{boost::json::parse_options()};
    boost::system::error_code failed;
    parser.write_some(false, text.data(), text.size(), failed);
    return parser.handler().twice;
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
    if (const auto key = keyTwice(text); !key.empty())
        return badJson(fmt::format("the key {} twice", key), "each key once");
    return parser.release();
}

std::string prettyJson(const boost::json::value& value) {
    std::string out;
    print(out, value, 0);
    out += '\n';
    return out;
}

}  // namespace ph::reflect
