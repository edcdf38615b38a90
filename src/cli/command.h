#pragma once

#include "cli/options.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ph::cli {

class Context;

/// One word after `phctl`. It lives until the program's work is done, so its members may be the targets of options and
/// of whatever runs on the event loop.
class Command {
public:
    virtual ~Command() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view group() const = 0;    ///< the heading it stands under in the help: a key of texts.h
    virtual std::string_view summary() const = 0;  ///< a key of texts.h
    virtual void describe(Options options) = 0;
    /// Where everything behind `--` goes, which must not be nothing then; null if this command has no use for it.
    virtual std::vector<std::string>* rest() { return nullptr; }
    /// Begins the work and returns; it ends with Context::finish() or fail().
    virtual void start(Context& context) = 0;
};

/// Every command in the order of the help. Each class stands in its own file.
std::vector<std::unique_ptr<Command>> allCommands();

std::unique_ptr<Command> makeLoginCommand();
std::unique_ptr<Command> makeLogoutCommand();
std::unique_ptr<Command> makeWhoamiCommand();
std::unique_ptr<Command> makeUsersCommand();
std::unique_ptr<Command> makeTokensCommand();
std::unique_ptr<Command> makeSecretsCommand();
std::unique_ptr<Command> makeSubmitCommand();
std::unique_ptr<Command> makeRunCommand();
std::unique_ptr<Command> makeJobsCommand();
std::unique_ptr<Command> makeJobCommand();
std::unique_ptr<Command> makeLogsCommand();
std::unique_ptr<Command> makeExecCommand();
std::unique_ptr<Command> makeCpCommand();
std::unique_ptr<Command> makeStopCommand();
std::unique_ptr<Command> makeRmCommand();
std::unique_ptr<Command> makeWhyCommand();
std::unique_ptr<Command> makeWhenCommand();
std::unique_ptr<Command> makeWhatIfCommand();
std::unique_ptr<Command> makeArtifactsCommand();
std::unique_ptr<Command> makeNodesCommand();
std::unique_ptr<Command> makeTopCommand();
std::unique_ptr<Command> makeQueuesCommand();
std::unique_ptr<Command> makeQueueCommand();
std::unique_ptr<Command> makeEventsCommand();
std::unique_ptr<Command> makeAuditCommand();
std::unique_ptr<Command> makeAdminCommand();
std::unique_ptr<Command> makeSimulateCommand();
std::unique_ptr<Command> makeCompletionCommand();
std::unique_ptr<Command> makeVersionCommand();

}  // namespace ph::cli
