#include "reflect/yaml.h"

#include "base/utf8.h"
#include "reflect/json_text.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

namespace ph::reflect {

namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::size_t kMostNodes = 20'000;
/// Of text, with what anchors keep and aliases repeat.
constexpr std::size_t kMostText = 4 << 20;
constexpr std::size_t kMostAliases = 100;
constexpr std::size_t kMostDepth = 32;
/// YAML 1.2, 7.4: a key without its "?" ends within 1,024 characters.
constexpr std::size_t kLongestPlainKey = 1000;

struct Refused {
    YAML::Mark mark;
    std::string what;
    std::string allowed;
};

Error badYaml(const Refused& r) {
    const std::string place =
        r.mark.is_null() ? std::string() : fmt::format("line {}, column {}: ", r.mark.line + 1, r.mark.column + 1);
    return Error(kInvalid).withFaults({{"", "yaml", place + r.what, r.allowed}});
}

/// The typed value of a plain scalar, only if it prints as the same text ("0777", "1e3" and "yes" stay strings).
boost::json::value typedScalar(const std::string& text) {
    if (text.empty() || text == "~" || text == "null") return nullptr;
    if (text == "true") return true;
    if (text == "false") return false;
    if (text[0] != '-' && !std::isdigit(static_cast<unsigned char>(text[0]))) return boost::json::value(text);
    boost::system::error_code failed;
    boost::json::value value = boost::json::parse(text, failed);
    if (failed || !value.is_number()) return boost::json::value(text);
    if (value.is_double()) {
        // Boost.JSON may miss a double's last digit, and the number would no longer print as its text.
        double number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        if (fmt::format("{}", number) == text) return number;
        // Numbers such as 0.50 keep their value where a number is asked for and their text where a string is.
        return boost::json::value(text);
    }
    return boost::json::serialize(value) == text ? value : boost::json::value(text);
}

struct Weight {
    std::size_t nodes = 0;
    std::size_t text = 0;
};

void weigh(const boost::json::value& value, Weight& weight) {
    ++weight.nodes;
    if (const auto* string = value.if_string()) weight.text += string->size();
    if (const auto* list = value.if_array())
        for (const auto& item : *list) weigh(item, weight);
    if (const auto* object = value.if_object())
        for (const auto& member : *object) {
            weight.text += member.key().size();
            weigh(member.value(), weight);
        }
}

Weight weightOf(const boost::json::value& value) {
    Weight weight;
    weigh(value, weight);
    return weight;
}

/// Builds the value from the parser's events, so that nothing is expanded before it is counted.
class Builder final : public YAML::EventHandler {
public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(mark, anchor, nullptr); }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& text) override {
        if (text.find('\0') != std::string::npos) throw Refused{mark, "a NUL character", "text without NUL"};
        if (!isUtf8(text)) throw Refused{mark, "bytes that are not UTF-8", "text in UTF-8"};
        const bool plain = tag == "?" || tag.empty();
        add(mark, anchor, plain && !expectsKey() ? typedScalar(text) : boost::json::value(text));
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        if (++m_aliases > kMostAliases)
            throw Refused{mark, "too many aliases", fmt::format("at most {}", kMostAliases)};
        const auto known = m_anchors.find(anchor);
        if (known == m_anchors.end())
            throw Refused{mark, "an alias inside its own anchor", "an alias of a finished value"};
        add(mark, 0, known->second);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(mark, anchor, boost::json::array());
    }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(mark, anchor, boost::json::object());
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

    boost::json::value take() { return std::move(m_root); }

private:
    struct Level {
        boost::json::value value;
        YAML::Mark mark;
        YAML::anchor_t anchor;
        std::optional<std::string> key;
    };

    bool expectsKey() const { return !m_levels.empty() && m_levels.back().value.is_object() && !m_levels.back().key; }

    void open(const YAML::Mark& mark, YAML::anchor_t anchor, boost::json::value empty) {
        if (m_levels.size() == kMostDepth)
            throw Refused{mark, "nested too deeply", fmt::format("at most {} levels", kMostDepth)};
        if (expectsKey()) throw Refused{mark, "a key that is a list or a map", "keys that are text"};
        count(mark, {1, 0});
        m_levels.push_back({std::move(empty), mark, anchor, {}});
    }

    void close() {
        Level done = std::move(m_levels.back());
        m_levels.pop_back();
        place(done.mark, done.anchor, std::move(done.value));
    }

    void add(const YAML::Mark& mark, YAML::anchor_t anchor, boost::json::value value) {
        count(mark, weightOf(value));
        place(mark, anchor, std::move(value));
    }

    void count(const YAML::Mark& mark, Weight weight) {
        m_total.nodes += weight.nodes;
        m_total.text += weight.text;
        if (m_total.nodes > kMostNodes) throw Refused{mark, "too many values", fmt::format("at most {}", kMostNodes)};
        if (m_total.text > kMostText)
            throw Refused{mark, "too much repeated text", fmt::format("at most {} bytes", kMostText)};
    }

    void place(const YAML::Mark& mark, YAML::anchor_t anchor, boost::json::value value) {
        if (expectsKey() && !value.is_string()) throw Refused{mark, "a key that is not text", "keys that are text"};
        if (anchor != 0) {
            count(mark, {0, weightOf(value).text});
            m_anchors[anchor] = value;
        }
        if (m_levels.empty()) {
            m_root = std::move(value);
            return;
        }
        Level& level = m_levels.back();
        if (auto* list = level.value.if_array()) {
            list->push_back(std::move(value));
        } else if (!level.key) {
            std::string key(value.get_string());
            if (level.value.get_object().contains(key))
                throw Refused{mark, fmt::format("the key {} twice", excerpt(key)), "each key once"};
            level.key = std::move(key);
        } else {
            level.value.get_object()[*level.key] = std::move(value);
            level.key.reset();
        }
    }

    boost::json::value m_root;
    std::vector<Level> m_levels;
    std::map<YAML::anchor_t, boost::json::value> m_anchors;
    Weight m_total;
    std::size_t m_aliases = 0;
};

bool needsQuotes(const std::string& text) {
    if (text.empty() || text.front() == ' ' || text.back() == ' ' || text.back() == ':') return true;
    static const std::set<std::string> kWords{"yes", "no", "on", "off", "y", "n", "true", "false", "null", "~"};
    std::string lower;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return true;
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (kWords.contains(lower)) return true;
    if (std::string_view("-?:,[]{}#&*!|>'\"%@`+.0123456789=<").find(text.front()) != std::string_view::npos)
        return true;
    return text.find(": ") != std::string::npos || text.find(" #") != std::string::npos ||
           text.find_first_of("[]{},") != std::string::npos;
}

std::string scalarText(const boost::json::value& value) {
    if (const auto* string = value.if_string()) {
        const std::string text(*string);
        std::string quoted = quotedText(text);
        return needsQuotes(text) || quoted != boost::json::serialize(value) ? quoted : text;
    }
    // Adding zero takes the sign off a negative one: "-0" would read back as text.
    if (value.is_double()) return fmt::format("{}", value.get_double() + 0.0);
    return boost::json::serialize(value);
}

bool isBlock(const boost::json::value& value) {
    return (value.is_object() && !value.get_object().empty()) || (value.is_array() && !value.get_array().empty());
}

void emit(std::string& out, const boost::json::value& value, std::size_t indent);

void emitAfterKey(std::string& out, const boost::json::value& value, std::size_t indent) {
    if (!isBlock(value)) {
        out += ' ' + scalarText(value) + '\n';
        return;
    }
    out += '\n';
    emit(out, value, indent);
}

void emit(std::string& out, const boost::json::value& value, std::size_t indent) {
    if (!isBlock(value)) {
        out += scalarText(value) + '\n';
        return;
    }
    if (const auto* object = value.if_object()) {
        for (const auto& member : *object) {
            out.append(indent, ' ');
            const auto key = scalarText(boost::json::value(member.key()));
            if (key.size() > kLongestPlainKey) {
                out += "? " + key + '\n';
                out.append(indent, ' ');
                out += ':';
            } else {
                out += key + ':';
            }
            emitAfterKey(out, member.value(), indent + 2);
        }
        return;
    }
    for (const auto& item : value.get_array()) {
        out.append(indent, ' ');
        out += '-';
        if (!isBlock(item)) {
            out += ' ' + scalarText(item) + '\n';
            continue;
        }
        // The first line of a nested block stands behind the dash.
        std::string nested;
        emit(nested, item, indent + 2);
        out += ' ' + nested.substr(indent + 2);
    }
}

}  // namespace

Result<boost::json::value> parseYaml(std::string_view text) {
    try {
        if (text.size() > kMostBytes)
            throw Refused{YAML::Mark::null_mark(), fmt::format("{} bytes", text.size()),
                          fmt::format("at most {} bytes", kMostBytes)};
        std::istringstream in{std::string(text)};
        YAML::Parser parser(in);
        Builder builder;
        if (!parser.HandleNextDocument(builder)) return boost::json::value();
        Builder second;
        if (parser.HandleNextDocument(second))
            throw Refused{YAML::Mark::null_mark(), "more than one document", "one document"};
        return builder.take();
    } catch (const Refused& r) {
        return badYaml(r);
    } catch (const YAML::Exception& e) {
        return badYaml({e.mark, excerpt(e.msg, 150), "valid YAML"});
    }
}

std::string yamlText(const boost::json::value& value) {
    std::string out;
    emit(out, value, 0);
    return out;
}

}  // namespace ph::reflect
