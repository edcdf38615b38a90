#include "cli/program.h"

#include "cli/command_line.h"
#include "cli/context.h"

#include <QEventLoop>

#include <optional>
#include <ostream>

namespace ph::cli {

namespace {

messages::Language languageOf(const GlobalOptions& globals, const Environment& environment) {
    if (!globals.language.empty()) return messages::languageOf(globals.language);
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const auto value = variable(environment, name); !value.empty()) return messages::languageOf(value);
    return messages::Language::English;
}

}  // namespace

int runProgram(const std::vector<std::string>& arguments, Streams& streams, const Environment& environment) {
    // Outlives the commands: their streams use its connection until they are gone.
    std::optional<Context> context;
    const auto commands = allCommands();
    CommandLine line(commands);
    const auto outcome = line.parse(arguments);
    if (!outcome.command) {
        (outcome.exitCode == ExitCode::Ok ? streams.out : streams.err) << outcome.text << std::flush;
        return static_cast<int>(outcome.exitCode);
    }
    const auto description = line.description();
    const bool colour = streams.outIsTerminal && !line.globals().noColour && variable(environment, "NO_COLOR").empty();
    context.emplace(streams, environment,
                    Context::Settings{line.globals().server, *parseFormat(line.globals().format), colour,
                                      languageOf(line.globals(), environment), &description});
    QEventLoop loop;
    QObject::connect(&*context, &Context::finished, &loop, &QEventLoop::exit);
    QMetaObject::invokeMethod(
        &*context, [&] { outcome.command->start(*context); }, Qt::QueuedConnection);
    return loop.exec();
}

}  // namespace ph::cli
