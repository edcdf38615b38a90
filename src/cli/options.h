#pragma once

#include "messages/language.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ph::cli {

/// What a number may be, both ends included; without a `most` there is no upper end.
struct NumberRange {
    std::int64_t least = 0;
    std::optional<std::int64_t> most;
};

/// The words of options whose values are a fixed set.
using OptionWords = std::map<const CLI::Option*, std::vector<std::string>>;

/// What a command understands. A thin wall around CLI11. Targets must outlive the parse. `help`, `valueName` and `name`
/// of arguments are keys of texts.h; names of options and commands are the same in every language.
class Options {
public:
    Options(CLI::App& app, OptionWords& words, messages::Language language)
        : m_app(app), m_words(words), m_language(language) {}

    /// `names` like "-f,--follow".
    void flag(const std::string& names, bool& target, std::string_view help);
    void text(const std::string& names, std::string& target, std::string_view valueName, std::string_view help);
    void text(const std::string& names, std::optional<std::string>& target, std::string_view valueName,
              std::string_view help);
    /// Refuses what is not within `range`.
    void number(const std::string& names, std::int64_t& target, NumberRange range, std::string_view valueName,
                std::string_view help);
    void choice(const std::string& names, std::string& target, const std::vector<std::string>& words,
                std::string_view help);
    /// As list(), of words of a fixed set.
    void choices(const std::string& names, std::vector<std::string>& target, const std::vector<std::string>& words,
                 std::string_view valueName, std::string_view help);
    /// May be given several times.
    void list(const std::string& names, std::vector<std::string>& target, std::string_view valueName,
              std::string_view help);
    void argument(std::string_view name, std::string& target, std::string_view help, bool required = true);
    /// All that remains, at least one if `required`.
    void arguments(std::string_view name, std::vector<std::string>& target, std::string_view help,
                   bool required = true);

    Options subcommand(const std::string& name, std::string_view help);
    /// The subcommand that was given; one must be.
    std::string chosen() const;
    /// A paragraph below the options.
    void remark(std::string_view text);
    /// Lines that are meant to be copied, so they have no language; what they show is told by the heading.
    void example(const std::string& lines, std::string_view heading = "help-examples");

private:
    std::string word(std::string_view key) const;
    void only(CLI::Option& option, const std::vector<std::string>& words);
    std::string rangeFault(const std::string& option, const NumberRange& range, const std::string& value) const;

    CLI::App& m_app;
    OptionWords& m_words;
    messages::Language m_language;
};

}  // namespace ph::cli
