#include "cli/program.h"

#include "cli/command_line.h"
#include "cli/context.h"

#include <QEventLoop>

#include <optional>
#include <ostream>
#include <string_view>

namespace ph::cli {

namespace {

/// What `--lang` says, empty without it; parsing refuses what is no language. It is looked for before parsing, because
/// help and complaints are in that language too.
std::string languageOption(const std::vector<std::string>& arguments) {
    constexpr std::string_view kName = "--lang", kNameAndValue = "--lang=";
    std::string value;
    for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
        if (arguments[i].starts_with(kNameAndValue)) value = arguments[i].substr(kNameAndValue.size());
        if (arguments[i] == kName && i + 1 < arguments.size()) value = arguments[i + 1];
    }
    return value;
}

messages::Language chosenLanguage(const std::vector<std::string>& arguments, const Environment& environment) {
    const auto option = languageOption(arguments);
    if (option == "zh") return messages::Language::Chinese;
    if (option == "en") return messages::Language::English;
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const auto value = variable(environment, name); !value.empty()) return messages::languageOf(value);
    return messages::Language::English;
}

}  // namespace

int runProgram(const std::vector<std::string>& arguments, Streams& streams, const Environment& environment) {
    // Outlives the commands: their streams use its connection until they are gone.
    std::optional<Context> context;
    const auto commands = allCommands();
    const auto language = chosenLanguage(arguments, environment);
    CommandLine line(commands, language);
    const auto outcome = line.parse(arguments);
    if (!outcome.command) {
        (outcome.exitCode == ExitCode::Ok ? streams.out : streams.err) << outcome.text << std::flush;
        return static_cast<int>(outcome.exitCode);
    }
    const auto description = line.description();
    const bool colour = streams.outIsTerminal && !line.globals().noColour && variable(environment, "NO_COLOR").empty();
    context.emplace(
        streams, environment,
        Context::Settings{line.globals().server, *parseFormat(line.globals().format), colour, language, &description});
    QEventLoop loop;
    QObject::connect(&*context, &Context::finished, &loop, &QEventLoop::exit);
    QMetaObject::invokeMethod(
        &*context, [&] { outcome.command->start(*context); }, Qt::QueuedConnection);
    return loop.exec();
}

}  // namespace ph::cli
