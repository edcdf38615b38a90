#include "cli/command_line.h"

#include "reflect/reader.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ph::cli {

namespace {

constexpr std::string_view kFooter =
    "First steps:\n"
    "  phctl login https://host:7443\n"
    "  phctl run --cpu 2 --memory 2GiB -- python3 train.py\n"
    "  phctl jobs\n"
    "`phctl COMMAND --help` has examples. Exit codes: 0 ok, 1 the work failed, 2 usage, 3 not found, 4 not allowed,\n"
    "5 unreachable. Variables: PH_SERVER, PH_TOKEN, PH_FINGERPRINT, NO_COLOR, LC_MESSAGES.";

CommandDescription describe(const CLI::App& app) {
    CommandDescription description{app.get_name(), app.get_description(), {}, {}};
    for (const auto* option : app.get_options()) {
        for (const auto& name : option->get_lnames()) description.options.push_back("--" + name);
        for (const auto& name : option->get_snames()) description.options.push_back("-" + name);
    }
    for (const auto* sub : app.get_subcommands({})) description.subcommands.push_back(describe(*sub));
    return description;
}

/// The innermost command that was recognised before the parse failed.
const CLI::App& deepest(const CLI::App& app) {
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : deepest(*parsed.front());
}

}  // namespace

CommandLine::CommandLine(const std::vector<std::unique_ptr<Command>>& commands)
    : m_app(std::make_unique<CLI::App>("Run work on a Pilothouse site.", "phctl")), m_commands(commands) {
    m_app->set_help_flag("-h,--help", "Show this help");
    m_app->footer(std::string(kFooter));
    m_app->require_subcommand(1);
    m_app->get_formatter()->column_width(34);
    m_app->add_option("-s,--server", m_globals.server, "Server to talk to; default: the one of the last log-in")
        ->type_name("NAME|URL");
    m_app->add_option("-o,--output", m_globals.format, "How to print results")
        ->check(CLI::IsMember({"table", "wide", "json", "yaml", "name"}))
        ->type_name("");
    m_app->add_option("--lang", m_globals.language, "Language of messages")->type_name("en|zh");
    m_app->add_flag("--no-color,--no-colour", m_globals.noColour, "No colour, even on a terminal");
    for (const auto& command : commands) {
        auto* sub = m_app->add_subcommand(std::string(command->name()), std::string(command->summary()));
        sub->group(std::string(command->group()));
        // Global options may stand behind the command too.
        sub->fallthrough();
        command->describe(Options(*sub));
    }
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
        return {nullptr, m_app->help(), ExitCode::Ok};
    } catch (const CLI::ParseError& error) {
        return {nullptr, complaint(error.what()), ExitCode::Usage};
    }
    const std::string chosen = m_app->get_subcommands().front()->get_name();
    const auto found =
        std::find_if(m_commands.begin(), m_commands.end(), [&](const auto& c) { return c->name() == chosen; });
    auto* target = (*found)->rest();
    if (target) target->insert(target->end(), rest.begin(), rest.end());
    if (marked && !target) return {nullptr, complaint("nothing may stand behind --"), ExitCode::Usage};
    if (target && target->empty()) return {nullptr, complaint("a command is missing, behind --"), ExitCode::Usage};
    return {found->get(), {}, ExitCode::Ok};
}

std::string CommandLine::complaint(const std::string& reason) const {
    const auto& where = deepest(*m_app);
    std::string path;
    for (const CLI::App* app = &where; app; app = app->get_parent())
        path = app->get_name() + (path.empty() ? "" : " ") + path;
    const auto rest = m_app->remaining(true);
    const auto word = rest.begin();
    const bool mistyped = word != rest.end();
    const bool command = mistyped && !word->starts_with('-') && !where.get_subcommands({}).empty();
    std::string text = "phctl: " + (command ? path + " has no command \"" + *word + "\"" : reason) + "\n";
    if (mistyped) text += suggestion(where, *word);
    return text + "`" + path + " --help` tells what is possible.\n";
}

std::string CommandLine::suggestion(const CLI::App& where, const std::string& word) const {
    std::vector<std::string> candidates;
    if (word.starts_with('-')) {
        candidates = describe(where).options;
        const auto globals = describe(*m_app).options;
        candidates.insert(candidates.end(), globals.begin(), globals.end());
    } else {
        for (const auto* sub : where.get_subcommands({})) candidates.push_back(sub->get_name());
    }
    const std::string close = reflect::nearest(word.substr(0, word.find('=')), candidates);
    return close.empty() ? std::string() : "Did you mean " + close + "?\n";
}

CommandDescription CommandLine::description() const {
    return describe(*m_app);
}

}  // namespace ph::cli
