#include "cli/command_line.h"

#include "cli/help_page.h"
#include "cli/parse_complaint.h"
#include "cli/texts.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ph::cli {

namespace {

CommandDescription describe(const CLI::App& app, const OptionWords& words) {
    CommandDescription description{app.get_name(), app.get_description(), {}, {}};
    for (const auto* option : app.get_options()) {
        OptionDescription one{{}, option->get_description(), option->get_items_expected_max() > 0, {}};
        if (const auto known = words.find(option); known != words.end()) one.words = known->second;
        for (const auto& name : option->get_lnames()) one.names.push_back("--" + name);
        for (const auto& name : option->get_snames()) one.names.push_back("-" + name);
        description.options.push_back(std::move(one));
    }
    for (const auto* sub : app.get_subcommands({})) description.subcommands.push_back(describe(*sub, words));
    return description;
}

}  // namespace

CommandLine::CommandLine(const std::vector<std::unique_ptr<Command>>& commands, messages::Language language)
    : m_app(std::make_unique<CLI::App>(plainTextOf("help-program", language), "phctl")),
      m_language(language),
      m_commands(commands) {
    // Commands take it over as it is when they are added.
    m_app->set_help_flag("-h,--help", plainTextOf("help-help", language));
    m_app->require_subcommand(1);
    Options globals(*m_app, m_words, language);
    globals.text("-s,--server", m_globals.server, "NAME|URL", "help-server");
    globals.choice("-o,--output", m_globals.format, {"table", "wide", "json", "yaml", "name"}, "help-output");
    globals.choice("--lang", m_globals.language, {"en", "zh"}, "help-lang");
    globals.flag("--no-color,--no-colour", m_globals.noColour, "help-no-colour");
    for (const auto& command : commands) {
        auto* sub = m_app->add_subcommand(std::string(command->name()), plainTextOf(command->summary(), language));
        sub->group(plainTextOf(command->group(), language));
        // Global options may stand behind the command too.
        sub->fallthrough();
        command->describe(Options(*sub, m_words, language));
    }
    globals.example(
        "  phctl login https://host:7443\n"
        "  phctl run --cpu 2 --memory 2GiB -- python3 train.py\n"
        "  phctl jobs\n" +
            plainTextOf("help-footer", language),
        "help-first-steps");
}

CommandLine::~CommandLine() = default;

CommandLine::Outcome CommandLine::parse(std::vector<std::string> arguments) {
    // What stands behind `--` is somebody else's command line. CLI11 would take the mark for the end of a list option.
    const auto mark = std::find(arguments.begin(), arguments.end(), "--");
    const bool marked = mark != arguments.end();
    const std::vector<std::string> rest(marked ? mark + 1 : mark, arguments.end());
    arguments.erase(mark, arguments.end());
    // CLI11 takes them from the back.
    std::reverse(arguments.begin(), arguments.end());
    try {
        m_app->parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
        return {nullptr, helpPage(deepest(*m_app), m_language), ExitCode::Ok};
    } catch (const CLI::ParseError& error) {
        return {nullptr, parseComplaint(*m_app, error, m_language), ExitCode::Usage};
    }
    const std::string chosen = m_app->get_subcommands().front()->get_name();
    const auto found =
        std::find_if(m_commands.begin(), m_commands.end(), [&](const auto& c) { return c->name() == chosen; });
    auto* target = (*found)->rest();
    if (target) target->insert(target->end(), rest.begin(), rest.end());
    if (marked && !target) return {nullptr, parseComplaint(*m_app, "nothing-behind", m_language), ExitCode::Usage};
    if (target && target->empty())
        return {nullptr, parseComplaint(*m_app, "missing-behind", m_language), ExitCode::Usage};
    return {found->get(), {}, ExitCode::Ok};
}

CommandDescription CommandLine::description() const {
    return describe(*m_app, m_words);
}

}  // namespace ph::cli
