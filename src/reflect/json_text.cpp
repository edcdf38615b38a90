#include "reflect/json_text.h"

#include "base/utf8.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace ph::reflect {

namespace {

Error badJson(std::string value, std::string allowed) {
    return Error(kInvalid).withFaults({{"", "json", std::move(value), std::move(allowed)}});
}

/// Looks for what Boost.JSON's own parser lets pass: a key that stands twice in one object, of which the last wins, and
/// a number too large for a double, which becomes infinite and could not be written again.
struct Watcher {
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
    using Code = boost::system::error_code;

    std::vector<std::set<std::string, std::less<>>> objects;
    std::string key;
    std::string twice;
    bool endless = false;

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
    bool on_double(double number, std::string_view, Code& failed) {
        if (std::isfinite(number)) return true;
        endless = true;
        failed = boost::json::error::exponent_overflow;
        return false;
    }
    bool on_bool(bool, Code&) { return true; }
    bool on_null(Code&) { return true; }
    bool on_comment_part(std::string_view, Code&) { return true; }
    bool on_comment(std::string_view, Code&) { return true; }
};

/// What is wrong with `text` though it is JSON.
std::optional<Error> watched(std::string_view text) {
    boost::json::basic_parser<Watcher> parser{boost::json::parse_options()};
    boost::system::error_code failed;
    const std::size_t used = parser.write_some(false, text.data(), text.size(), failed);
    const Watcher& watcher = parser.handler();
    if (!watcher.twice.empty())
        return badJson(fmt::format("the key {} twice", excerpt(watcher.twice)), "each key once");
    if (watcher.endless) return badJson(fmt::format("a number near byte {}", used), "numbers that fit into a double");
    return std::nullopt;
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
            out += quotedText(member.key());
            out += ": ";
            print(out, member.value(), indent + 2);
        });
    } else if (const auto* array = value.if_array()) {
        list('[', ']', *array, [&](const auto& item) { print(out, item, indent + 2); });
    } else if (const auto* string = value.if_string()) {
        out += quotedText(*string);
    } else {
        out += boost::json::serialize(value);
    }
}

struct Character {
    std::string_view bytes;  ///< in UTF-8, as JSON may hold it unescaped
    std::string_view escape;
};

/// DEL, the line ends beyond ASCII, what turns the direction of reading, and the mark that names the byte order. The
/// other control characters above ASCII follow a rule, see quotedText().
constexpr std::array kEscaped{
    Character{"\x7F", "\\u007f"},         Character{"\xD8\x9C", "\\u061c"},     Character{"\xE2\x80\x8E", "\\u200e"},
    Character{"\xE2\x80\x8F", "\\u200f"}, Character{"\xE2\x80\xA8", "\\u2028"}, Character{"\xE2\x80\xA9", "\\u2029"},
    Character{"\xE2\x80\xAA", "\\u202a"}, Character{"\xE2\x80\xAB", "\\u202b"}, Character{"\xE2\x80\xAC", "\\u202c"},
    Character{"\xE2\x80\xAD", "\\u202d"}, Character{"\xE2\x80\xAE", "\\u202e"}, Character{"\xE2\x81\xA6", "\\u2066"},
    Character{"\xE2\x81\xA7", "\\u2067"}, Character{"\xE2\x81\xA8", "\\u2068"}, Character{"\xE2\x81\xA9", "\\u2069"},
    Character{"\xEF\xBB\xBF", "\\ufeff"},
};

}  // namespace

std::string quotedText(std::string_view text) {
    const std::string plain = boost::json::serialize(boost::json::string_view(text.data(), text.size()));
    std::string out;
    for (std::string_view rest = plain; !rest.empty();) {
        const auto byteAt = [&](std::size_t at) { return static_cast<unsigned char>(rest[at]); };
        if (rest.size() > 1 && byteAt(0) == 0xC2 && byteAt(1) < 0xA0) {
            out += fmt::format("\\u{:04x}", byteAt(1));
            rest.remove_prefix(2);
            continue;
        }
        const auto found = std::find_if(kEscaped.begin(), kEscaped.end(),
                                        [&](const Character& c) { return rest.starts_with(c.bytes); });
        const bool known = found != kEscaped.end();
        out += known ? found->escape : rest.substr(0, 1);
        rest.remove_prefix(known ? found->bytes.size() : 1);
    }
    return out;
}

Result<boost::json::value> parseJson(std::string_view text, std::size_t most) {
    if (text.size() > most) return badJson(fmt::format("{} bytes", text.size()), fmt::format("at most {} bytes", most));
    boost::json::stream_parser parser;
    boost::system::error_code failed;
    const std::size_t used = parser.write_some(text.data(), text.size(), failed);
    if (!failed && used < text.size() && text.find_first_not_of(" \t\r\n", used) != std::string_view::npos)
        return badJson(fmt::format("byte {}", used), "nothing after the value");
    if (!failed) parser.finish(failed);
    if (failed) return badJson(fmt::format("{} near byte {}", failed.message(), used), "valid JSON");
    if (auto wrong = watched(text)) return std::move(*wrong);
    return parser.release();
}

std::string prettyJson(const boost::json::value& value) {
    std::string out;
    print(out, value, 0);
    out += '\n';
    return out;
}

}  // namespace ph::reflect
