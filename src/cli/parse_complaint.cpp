#include "cli/parse_complaint.h"

#include "cli/display_width.h"
#include "cli/help_page.h"
#include "cli/texts.h"
#include "reflect/reader.h"

#include <CLI/CLI.hpp>

#include <cctype>
#include <vector>

namespace ph::cli {

namespace {

/// Where `message` names the option, not one whose name only begins alike.
std::size_t placeOf(const std::string& message, const std::string& name) {
    for (auto at = message.find(name); at != std::string::npos; at = message.find(name, at + 1)) {
        const auto end = at + name.size();
        if (end == message.size() || (!std::isalnum(static_cast<unsigned char>(message[end])) && message[end] != '-'))
            return at;
    }
    return std::string::npos;
}

/// The option that the error is about: the first one that its message names, since what else it quotes follows. CLI11
/// tells it in no other way.
const CLI::Option* blamed(const CLI::App& where, const std::string& message) {
    const CLI::Option* found = nullptr;
    std::size_t first = std::string::npos;
    for (const auto* app = &where; app; app = app->get_parent())
        for (const auto* option : app->get_options())
            if (const auto at = placeOf(message, option->get_name()); at < first) {
                first = at;
                found = option;
            }
    return found;
}

const CLI::Option* missingArgument(const CLI::App& where) {
    for (const auto* option : where.get_options())
        if (option->get_required() && option->count() == 0) return option;
    return nullptr;
}

std::string aboutWord(const CLI::App& where, const std::string& word, messages::Language language) {
    const messages::Arguments arguments{{"path", commandPath(where)}, {"word", printable(word)}};
    if (word.starts_with('-')) return textOf("bad-option", arguments, language);
    return textOf(where.get_subcommands({}).empty() ? "extra-argument" : "bad-command", arguments, language);
}

std::string aboutOption(const CLI::Option& option, const CLI::ParseError& error, messages::Language language) {
    const messages::Arguments arguments{{"option", option.get_name()}, {"kind", option.get_type_name()}};
    // The checks of Options speak for themselves; CLI11 puts the name before it.
    if (dynamic_cast<const CLI::ValidationError*>(&error))
        return std::string(error.what()).substr(option.get_name().size() + std::string_view(": ").size());
    if (option.get_items_expected_max() == 0) return textOf("flag-with-value", arguments, language);
    return textOf(option.results().empty() ? "missing-value" : "given-twice", arguments, language);
}

std::string reasonOf(const CLI::App& program, const CLI::ParseError& error, messages::Language language) {
    const auto& where = deepest(program);
    const auto unknown = program.remaining(true);
    const bool required = dynamic_cast<const CLI::RequiredError*>(&error);
    // A command that was mistyped is missing too.
    if (!unknown.empty() && (required || dynamic_cast<const CLI::ExtrasError*>(&error)))
        return aboutWord(where, unknown.front(), language);
    if (required) {
        const auto* argument = missingArgument(where);
        return argument ? textOf("missing-argument", {{"argument", argument->get_name()}}, language)
                        : textOf("missing-command", {}, language);
    }
    const auto* option = blamed(where, error.what());
    return option ? aboutOption(*option, error, language) : error.what();
}

std::string suggestion(const CLI::App& where, const std::string& word, messages::Language language) {
    std::vector<std::string> candidates;
    const auto addOptions = [&](const CLI::App& app) {
        for (const auto* option : app.get_options()) {
            for (const auto& name : option->get_lnames()) candidates.push_back("--" + name);
            for (const auto& name : option->get_snames()) candidates.push_back("-" + name);
        }
    };
    if (word.starts_with('-')) {
        for (const auto* app = &where; app; app = app->get_parent()) addOptions(*app);
    } else {
        for (const auto* sub : where.get_subcommands({})) candidates.push_back(sub->get_name());
    }
    const std::string close = reflect::nearest(word.substr(0, word.find('=')), candidates);
    return close.empty() ? std::string() : textOf("did-you-mean", {{"close", close}}, language) + "\n";
}

std::string complaint(const CLI::App& program, const std::string& reason, messages::Language language) {
    const auto& where = deepest(program);
    std::string text = "phctl: " + reason + "\n";
    if (const auto unknown = program.remaining(true); !unknown.empty())
        text += suggestion(where, unknown.front(), language);
    return text + textOf("see-help", {{"path", commandPath(where)}}, language) + "\n";
}

}  // namespace

const CLI::App& deepest(const CLI::App& program) {
    const auto parsed = program.get_subcommands();
    return parsed.empty() ? program : deepest(*parsed.front());
}

std::string parseComplaint(const CLI::App& program, const CLI::ParseError& error, messages::Language language) {
    return complaint(program, reasonOf(program, error, language), language);
}

std::string parseComplaint(const CLI::App& program, std::string_view key, messages::Language language) {
    return complaint(program, textOf(key, {}, language), language);
}

}  // namespace ph::cli
