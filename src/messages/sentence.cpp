#include "messages/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace ph::messages {

namespace {

constexpr std::array kResources{
    Sentence{"cpu", {"CPU", "处理器"}},
    Sentence{"memory", {"memory", "内存"}},
    Sentence{"shared_memory", {"shared memory", "共享内存"}},
    Sentence{"scratch", {"scratch space", "临时空间"}},
    Sentence{"accelerators", {"accelerators", "加速卡"}},
};

constexpr std::array kDurations{
    Sentence{"d", {"d", "天"}},
    Sentence{"h", {"h", "小时"}},
    Sentence{"min", {"min", "分"}},
    Sentence{"s", {"s", "秒"}},
};

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string secondsText(std::int64_t seconds, Language language) {
    return fmt::format("{} {}", seconds, language == Language::Chinese ? "秒" : "s");
}

/// An amount that tells its resource too: "4 cores", "8 GiB of memory", "1 accelerator".
std::string wholeAmountText(std::string_view resource, std::int64_t amount, Language language) {
    const std::string text = amountText(resource, amount, language);
    const std::string name = resourceText(resource, language);
    if (language == Language::Chinese) return name + " " + text;
    if (resource == "cpu") return text;
    if (resource == "accelerators") return text + (amount == 1 ? " accelerator" : " accelerators");
    return text + " of " + name;
}

std::string shown(const std::string& value, std::string_view unit, const Arguments& arguments, Language language) {
    if (unit == "resource") return resourceText(value, language);
    const auto number = numberOf(value);
    if (!number) return value;
    if (unit == "bytes") return bytesForPeople({*number});
    if (unit == "time") return *number < 120 ? secondsText(*number, language) : durationText({*number}, language);
    if (unit == "nodes") return nodesText(*number, language);
    const auto found = arguments.find("resource");
    const std::string resource = found == arguments.end() ? "" : found->second;
    if (unit == "whole") return wholeAmountText(resource, *number, language);
    return unit == "amount" ? amountText(resource, *number, language) : value;
}

/// Fills one stretch without brackets; returns whether every argument was there.
bool fillInto(std::string& out, std::string_view pattern, const Arguments& arguments, Language language,
              std::vector<std::string>* missing) {
    bool complete = true;
    while (!pattern.empty()) {
        const auto open = pattern.find('{');
        const auto close = pattern.find('}', open);
        out += pattern.substr(0, open);
        if (open == std::string_view::npos || close == std::string_view::npos) break;
        const std::string_view field = pattern.substr(open + 1, close - open - 1);
        const auto bar = field.find('|');
        const std::string name(field.substr(0, bar));
        const auto found = arguments.find(name);
        if (found == arguments.end()) {
            complete = false;
            if (missing) missing->push_back(name);
            out += '?';
        } else {
            out +=
                shown(found->second, bar == std::string_view::npos ? "" : field.substr(bar + 1), arguments, language);
        }
        pattern.remove_prefix(close + 1);
    }
    return complete;
}

}  // namespace

Language languageOf(std::string_view locale) {
    const bool chinese =
        locale.starts_with("zh") && (locale.size() == 2 || locale[2] == '_' || locale[2] == '-' || locale[2] == '.');
    return chinese ? Language::Chinese : Language::English;
}

std::string filled(std::string_view pattern, const Arguments& arguments, Language language,
                   std::vector<std::string>* missing) {
    std::string out;
    while (!pattern.empty()) {
        const auto open = pattern.find('[');
        const auto close = pattern.find(']', open);
        fillInto(out, pattern.substr(0, open), arguments, language, missing);
        if (open == std::string_view::npos || close == std::string_view::npos) break;
        std::string part;
        if (fillInto(part, pattern.substr(open + 1, close - open - 1), arguments, language, nullptr)) out += part;
        pattern.remove_prefix(close + 1);
    }
    return out;
}

const Sentence* findSentence(std::span<const Sentence> sentences, std::string_view key) {
    const auto found =
        std::find_if(sentences.begin(), sentences.end(), [&](const Sentence& s) { return s.key == key; });
    return found == sentences.end() ? nullptr : &*found;
}

std::string amountText(std::string_view resource, std::int64_t amount, Language language) {
    if (resource == "cpu")
        return cpuText({amount}) + (language == Language::Chinese ? " 核" : amount == 1000 ? " core" : " cores");
    if (resource == "memory" || resource == "shared_memory" || resource == "scratch") return bytesForPeople({amount});
    return std::to_string(amount);
}

std::string nodesText(std::int64_t count, Language language) {
    if (language == Language::Chinese) return fmt::format("{} 个节点", count);
    return fmt::format("{} {}", count, count == 1 ? "node" : "nodes");
}

std::string durationText(Seconds duration, Language language) {
    const std::string english = durationForPeople(duration);
    if (language == Language::English) return english;
    std::string text;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = english.find(' ', begin);
        const std::string word = english.substr(begin, end - begin);
        const Sentence* unit = findSentence(kDurations, word);
        text += (begin == 0 ? "" : " ") + (unit ? std::string(unit->in(language)) : word);
    }
    // Alone, minutes would read like a mark or a cent.
    return english.ends_with("min") && std::count(english.begin(), english.end(), ' ') == 1 ? text + "钟" : text;
}

std::string resourceText(std::string_view resource, Language language) {
    const Sentence* known = findSentence(kResources, resource);
    return std::string(known ? known->in(language) : resource);
}

}  // namespace ph::messages
