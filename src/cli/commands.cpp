#include "cli/command.h"

namespace ph::cli {

std::vector<std::unique_ptr<Command>> allCommands() {
    using Make = std::unique_ptr<Command> (*)();
    constexpr Make kMakers[] = {
        makeLoginCommand,     makeLogoutCommand, makeWhoamiCommand,     makeSubmitCommand,  makeRunCommand,
        makeJobsCommand,      makeJobCommand,    makeLogsCommand,       makeExecCommand,    makeCpCommand,
        makeStopCommand,      makeRmCommand,     makeWhyCommand,        makeWhenCommand,    makeWhatIfCommand,
        makeArtifactsCommand, makeNodesCommand,  makeTopCommand,        makeQueuesCommand,  makeQueueCommand,
        makeUsersCommand,     makeTokensCommand, makeSecretsCommand,    makeAuditCommand,   makeAdminCommand,
        makeSimulateCommand,  makeEventsCommand, makeCompletionCommand, makeVersionCommand,
    };
    std::vector<std::unique_ptr<Command>> commands;
    for (const Make make : kMakers) commands.push_back(make());
    return commands;
}

}  // namespace ph::cli
