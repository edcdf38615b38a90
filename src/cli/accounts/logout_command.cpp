#include "cli/command.h"
#include "cli/context.h"
#include "cli/server_address.h"
#include "client/accounts/account_client.h"

namespace ph::cli {

namespace {

class LogoutCommand final : public Command {
public:
    std::string_view name() const override { return "logout"; }
    std::string_view group() const override { return "group-account"; }
    std::string_view summary() const override { return "help-logout"; }
    void describe(Options options) override { options.example("  phctl logout"); }

    void start(Context& context) override {
        auto* connection = context.connection();
        if (!connection) return;
        const std::string key = serverKey(connection->profile().url);
        context.whenDone<api::Empty>(
            client::AccountClient(*connection).logout(), [&context, key](Result<api::Empty> answer) {
                auto config = context.config().load();
                if (!config) return context.fail(config.error());
                // The certificate stays trusted; only what could be used to act as somebody goes.
                if (const auto saved = config->servers.find(key); saved != config->servers.end())
                    saved->second.token.clear();
                const auto stored = context.config().save(*config);
                if (!stored) return context.fail(stored.error());
                const bool over = answer.has_error() && answer.error().id.kind == ErrorKind::Unauthenticated;
                if (answer.has_error() && !over) return context.fail(answer.error());
                context.note("logged-out", {{"server", key}});
                context.finish();
            });
    }
};

}  // namespace

std::unique_ptr<Command> makeLogoutCommand() {
    return std::make_unique<LogoutCommand>();
}

}  // namespace ph::cli
