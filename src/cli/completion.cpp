#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace ph::cli {

namespace {

std::vector<std::string> names(const CommandDescription& command) {
    std::vector<std::string> list;
    for (const auto& sub : command.subcommands) list.push_back(sub.name);
    return list;
}

std::string wordsOf(const CommandDescription& command, const CommandDescription& program) {
    auto words = names(command);
    const auto add = [&](const OptionDescription& option) {
        words.insert(words.end(), option.names.begin(), option.names.end());
    };
    for (const auto& option : command.options) add(option);
    if (&command != &program)
        for (const auto& option : program.options)
            if (option.names.front() != "--help") add(option);
    return fmt::format("{}", fmt::join(words, " "));
}

std::string quoted(std::string text) {
    for (auto at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4)) text.replace(at, 1, "'\\''");
    return "'" + text + "'";
}

void addValueOptions(std::set<std::string>& names, const CommandDescription& command) {
    for (const auto& option : command.options)
        if (option.takesValue) names.insert(option.names.begin(), option.names.end());
    for (const auto& sub : command.subcommands) addValueOptions(names, sub);
}

/// Lines of a `case` over "COMMAND OPTION": the words that may be the option's value. An option that hides one of the
/// program's, as -o of `artifacts get` does, has none.
std::string valueCases(const std::string& path, const CommandDescription& command) {
    std::string cases;
    for (const auto& option : command.options) {
        if (!option.takesValue || option.names.empty() || (option.words.empty() && path.empty())) continue;
        std::vector<std::string> keys;
        for (const auto& name : option.names) keys.push_back(quoted(path + " " + name));
        cases += fmt::format("      {}) values={} ;;\n", fmt::join(keys, "|"),
                             quoted(fmt::format("{}", fmt::join(option.words, " "))));
    }
    for (const auto& sub : command.subcommands) cases += valueCases(path + (path.empty() ? "" : " ") + sub.name, sub);
    return cases;
}

/// One function for bash, and for zsh through its bash compatibility: words follow from the command typed so far.
std::string bash(const CommandDescription& program) {
    std::string cases;
    for (const auto& command : program.subcommands) {
        cases += fmt::format("    {}) words={} ;;\n", command.name, quoted(wordsOf(command, program)));
        for (const auto& sub : command.subcommands)
            cases += fmt::format("    '{} {}') words={} ;;\n", command.name, sub.name, quoted(wordsOf(sub, program)));
    }
    std::set<std::string> withValue;
    addValueOptions(withValue, program);
    // bash takes --lang=en for three words.
    return fmt::format(R"(_phctl() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" option="${{COMP_WORDS[COMP_CWORD-1]}}" first='' second='' words values='' key i
  if [[ $word == = ]]; then word=''; elif [[ $option == = ]]; then option="${{COMP_WORDS[COMP_CWORD-2]}}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${{COMP_WORDS[i]}}" in
      --) COMPREPLY=(); return ;;
      {2}) if [[ ${{COMP_WORDS[i+1]}} == = ]]; then ((i += 2)); else ((i++)); fi ;;
      -*) ;;
      *) if [[ -z $first ]]; then first="${{COMP_WORDS[i]}}"; elif [[ -z $second ]]; then second="${{COMP_WORDS[i]}}"; fi ;;
    esac
  done
  words={0}
  for key in '' "$first" "$first $second"; do
    case "$key" in
{1}    esac
    case "$key $option" in
{3}    esac
  done
  COMPREPLY=($(compgen -W "${{values:-$words}}" -- "$word"))
}}
complete -o default -F _phctl phctl
)",
                       quoted(wordsOf(program, program)), cases, fmt::join(withValue, "|"), valueCases({}, program));
}

std::string fish(const CommandDescription& program) {
    std::string script = "complete -c phctl -f\n";
    const auto options = [&](const std::string& condition, const CommandDescription& command) {
        for (const auto& option : command.options) {
            if (option.names.empty()) continue;
            script += "complete -c phctl" + condition;
            for (const auto& name : option.names) {
                const bool isLong = name.starts_with("--");
                script += (isLong ? " -l " : " -s ") + name.substr(isLong ? 2 : 1);
            }
            if (!option.words.empty())
                script += " -x -a " + quoted(fmt::format("{}", fmt::join(option.words, " ")));
            else if (option.takesValue)
                script += " -r";
            script += " -d " + quoted(option.help) + "\n";
        }
    };
    options("", program);
    for (const auto& command : program.subcommands) {
        script +=
            fmt::format("complete -c phctl -n __fish_use_subcommand -a {} -d {}\n", command.name, quoted(command.help));
        const auto condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
        options(condition, command);
        for (const auto& sub : command.subcommands) {
            script += fmt::format("complete -c phctl{} -a {} -d {}\n", condition, sub.name, quoted(sub.help));
            options(fmt::format(" -n '__fish_seen_subcommand_from {}; and __fish_seen_subcommand_from {}'",
                                command.name, sub.name),
                    sub);
        }
    }
    return script;
}

}  // namespace

std::string completionScript(const std::string& shell, const CommandDescription& program) {
    if (shell == "fish") return fish(program);
    if (shell == "zsh") return "#compdef phctl\nautoload -U +X bashcompinit && bashcompinit\n" + bash(program);
    return bash(program);
}

}  // namespace ph::cli
