#include "cli/options.h"

#include "cli/display_width.h"
#include "cli/texts.h"
#include "reflect/reader.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>

namespace ph::cli {

std::string Options::word(std::string_view key) const {
    return plainTextOf(key, m_language);
}

void Options::flag(const std::string& names, bool& target, std::string_view help) {
    m_app.add_flag(names, target, word(help));
}

void Options::text(const std::string& names, std::string& target, std::string_view valueName, std::string_view help) {
    m_app.add_option(names, target, word(help))->type_name(word(valueName));
}

void Options::text(const std::string& names, std::optional<std::string>& target, std::string_view valueName,
                   std::string_view help) {
    // CLI11 itself would take an empty text for none.
    const std::function<void(const std::string&)> take = [&target](const std::string& value) { target = value; };
    m_app.add_option_function<std::string>(names, take, word(help))->type_name(word(valueName));
}

std::string Options::rangeFault(const std::string& option, const NumberRange& range, const std::string& value) const {
    std::int64_t number = 0;
    const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = failed == std::errc() && end == value.data() + value.size();
    if (whole && number >= range.least && (!range.most || number <= *range.most)) return {};
    messages::Arguments arguments{{"option", option}, {"value", printable(value)}};
    arguments[range.most ? "least" : "floor"] = std::to_string(range.least);
    if (range.most) arguments["most"] = std::to_string(*range.most);
    return textOf("no-whole-number", arguments, m_language);
}

void Options::number(const std::string& names, std::int64_t& target, NumberRange range, std::string_view valueName,
                     std::string_view help) {
    auto* option = m_app.add_option(names, target, word(help))->type_name(word(valueName));
    option->check(
        [*this, range, name = option->get_name()](const std::string& value) { return rangeFault(name, range, value); });
}

void Options::choice(const std::string& names, std::string& target, const std::vector<std::string>& words,
                     std::string_view help) {
    auto* option = m_app.add_option(names, target, word(help));
    option->type_name(fmt::format("{}", fmt::join(words, "|")));
    only(*option, words);
}

void Options::choices(const std::string& names, std::vector<std::string>& target, const std::vector<std::string>& words,
                      std::string_view valueName, std::string_view help) {
    auto* option = m_app.add_option(names, target, word(help))->expected(1)->take_all()->type_name(word(valueName));
    only(*option, words);
}

void Options::only(CLI::Option& option, const std::vector<std::string>& words) {
    m_words[&option] = words;
    option.check([words, name = option.get_name(), language = m_language](const std::string& value) {
        if (std::find(words.begin(), words.end(), value) != words.end()) return std::string();
        messages::Arguments arguments{
            {"option", name}, {"value", printable(value)}, {"allowed", fmt::format("{}", fmt::join(words, "|"))}};
        if (auto close = reflect::nearest(value, words); !close.empty()) arguments["close"] = std::move(close);
        return textOf("no-choice", arguments, language);
    });
}

void Options::list(const std::string& names, std::vector<std::string>& target, std::string_view valueName,
                   std::string_view help) {
    // One value each time, or what follows would be swallowed.
    m_app.add_option(names, target, word(help))->expected(1)->take_all()->type_name(word(valueName));
}

void Options::argument(std::string_view name, std::string& target, std::string_view help, bool required) {
    m_app.add_option(word(name), target, word(help))->required(required)->type_name("");
}

void Options::arguments(std::string_view name, std::vector<std::string>& target, std::string_view help, bool required) {
    m_app.add_option(word(name), target, word(help))->required(required)->type_name("");
}

Options Options::subcommand(const std::string& name, std::string_view help) {
    m_app.require_subcommand(1);
    auto* sub = m_app.add_subcommand(name, word(help));
    sub->group(word("help-commands"));
    // CLI11 hands it down, but it is about the whole.
    sub->footer("");
    sub->fallthrough();
    return Options(*sub, m_words, m_language);
}

std::string Options::chosen() const {
    const auto parsed = m_app.get_subcommands();
    return parsed.empty() ? std::string() : parsed.front()->get_name();
}

void Options::remark(std::string_view text) {
    const std::string before = m_app.get_footer();
    m_app.footer((before.empty() ? "" : before + "\n") + word(text) + "\n");
}

void Options::example(const std::string& lines, std::string_view heading) {
    const std::string before = m_app.get_footer();
    m_app.footer((before.empty() ? "" : before + "\n") + word(heading) + "\n" + lines);
}

}  // namespace ph::cli
