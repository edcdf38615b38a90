#pragma once

#include "cli/command.h"
#include "cli/exit_code.h"

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

/// A command as help, completion and tests see it.
struct CommandDescription {
    std::string name;
    std::string help;
    std::vector<std::string> options;  ///< "--follow", "-f"
    std::vector<CommandDescription> subcommands;
};

/// The whole command line: all commands, the options that every one takes, suggestions for what was mistyped.
class CommandLine {
public:
    explicit CommandLine(const std::vector<std::unique_ptr<Command>>& commands);
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
    std::string complaint(const std::string& reason) const;
    std::string suggestion(const CLI::App& where, const std::string& word) const;

    std::unique_ptr<CLI::App> m_app;
    GlobalOptions m_globals;
    const std::vector<std::unique_ptr<Command>>& m_commands;
};

}  // namespace ph::cli
