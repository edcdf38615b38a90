#include "cli/help_page.h"

#include "cli/display_width.h"
#include "cli/texts.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace ph::cli {

namespace {

struct Section {
    std::string title;
    std::vector<std::pair<std::string, std::string>> entries;  ///< what is typed, and what it means
};

std::string argumentName(const CLI::Option& option) {
    return option.get_name(true, false) + (option.get_expected_max() > 1 ? "..." : "");
}

std::string optionName(const CLI::Option& option) {
    const std::string kind = option.get_items_expected_max() == 0 ? std::string() : option.get_type_name();
    return option.get_name(false, true) + (kind.empty() ? "" : " ") + kind;
}

std::vector<Section> sectionsOf(const CLI::App& app, messages::Language language) {
    Section arguments{plainTextOf("help-arguments", language), {}};
    Section options{plainTextOf("help-options", language), {}};
    for (const auto* option : app.get_options()) {
        const bool argument = option->get_positional();
        auto& entries = argument ? arguments.entries : options.entries;
        entries.emplace_back(argument ? argumentName(*option) : optionName(*option), option->get_description());
    }
    std::vector<Section> sections{std::move(arguments), std::move(options)};
    for (const auto* sub : app.get_subcommands({})) {
        auto section =
            std::find_if(sections.begin(), sections.end(), [&](const auto& s) { return s.title == sub->get_group(); });
        if (section == sections.end()) section = sections.insert(section, {sub->get_group(), {}});
        section->entries.emplace_back(sub->get_name(), sub->get_description());
    }
    std::erase_if(sections, [](const Section& section) { return section.entries.empty(); });
    return sections;
}

std::string usageLine(const CLI::App& app, messages::Language language) {
    std::string line = commandPath(app) + " [" + plainTextOf("OPTIONS", language) + "]";
    for (const auto* option : app.get_options())
        if (option->get_positional())
            line += option->get_required() ? " " + argumentName(*option) : " [" + argumentName(*option) + "]";
    if (!app.get_subcommands({}).empty()) line += " " + plainTextOf("COMMAND", language);
    return textOf("help-usage", {{"line", line}}, language);
}

}  // namespace

std::string commandPath(const CLI::App& app) {
    const auto* parent = app.get_parent();
    return parent ? commandPath(*parent) + " " + app.get_name() : app.get_name();
}

std::string helpPage(const CLI::App& app, messages::Language language) {
    constexpr std::size_t kWidest = 32;
    const auto sections = sectionsOf(app, language);
    std::size_t width = 0;
    for (const auto& section : sections)
        for (const auto& [typed, meaning] : section.entries)
            if (const auto columns = displayWidth(typed); columns <= kWidest) width = std::max(width, columns);
    std::string page = app.get_description() + "\n\n" + usageLine(app, language) + "\n";
    for (const auto& section : sections) {
        page += "\n" + section.title + "\n";
        for (const auto& [typed, meaning] : section.entries) {
            const bool fits = displayWidth(typed) <= width;
            page += "  " + (fits ? padded(typed, width) : typed + "\n  " + padded("", width)) + "  " + meaning + "\n";
        }
    }
    if (const std::string footer = app.get_footer(); !footer.empty()) page += "\n" + footer + "\n";
    return page;
}

}  // namespace ph::cli
