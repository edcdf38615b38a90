#pragma once

#include "cli/command.h"
#include "cli/exit_code.h"
#include "messages/language.h"

#include <memory>
#include <string>
#include <vector>

namespace ph::cli {

struct GlobalOptions {
    std::string server;
    std::string format = "table";
    std::string language;
    bool noColour = false;
};

struct OptionDescription {
    std::vector<std::string> names;  ///< "--follow", "-f"; none for an argument
    std::string help;
    bool takesValue = false;
    std::vector<std::string> words;  ///< what its value may be, if that is a fixed set
};

/// A command as completion and tests see it.
struct CommandDescription {
    std::string name;
    std::string help;
    std::vector<OptionDescription> options;
    std::vector<CommandDescription> subcommands;
};

/// The whole command line: all commands, the options that every one takes, suggestions for what was mistyped.
class CommandLine {
public:
    CommandLine(const std::vector<std::unique_ptr<Command>>& commands, messages::Language language);
    ~CommandLine();

    struct Outcome {
        Command* command = nullptr;  ///< null: print `text` and end with `exitCode`
        std::string text;
        ExitCode exitCode = ExitCode::Ok;
    };
    Outcome parse(std::vector<std::string> arguments);
    const GlobalOptions& globals() const { return m_globals; }
    CommandDescription description() const;

private:
    std::unique_ptr<CLI::App> m_app;
    OptionWords m_words;
    GlobalOptions m_globals;
    messages::Language m_language;
    const std::vector<std::unique_ptr<Command>>& m_commands;
};

}  // namespace ph::cli
