#include "cli/command.h"
#include "cli/context.h"
#include "cli/prompt.h"
#include "client/accounts/account_client.h"
#include "reflect/codec.h"

#include <istream>
#include <iterator>

namespace ph::cli {

namespace {

class SecretsCommand final : public Command {
public:
    std::string_view name() const override { return "secrets"; }
    std::string_view group() const override { return "group-account"; }
    std::string_view summary() const override { return "help-secrets"; }

    void describe(Options options) override {
        m_options.emplace(options);
        options.subcommand("list", "help-secrets-list").example("  phctl secrets list");
        Options put = options.subcommand("put", "help-secrets-put");
        put.argument("NAME", m_name, "help-secret-name");
        put.example("  phctl secrets put hub_token < token.txt");
        Options remove = options.subcommand("rm", "help-secrets-rm");
        remove.argument("NAME", m_name, "help-secret-name");
        remove.example("  phctl secrets rm hub_token");
        options.example(
            "  phctl secrets put hub_token < token.txt\n  phctl run --secret HUB_TOKEN=hub_token -- python3 fetch.py");
    }

    void start(Context& context) override {
        m_context = &context;
        auto* connection = context.connection();
        if (!connection) return;
        client::AccountClient accounts(*connection);
        const std::string what = m_options->chosen();
        if (what == "put") return put(accounts);
        if (what == "rm") {
            context.then<api::Empty>(accounts.removeSecret(m_name), [this](const api::Empty&) {
                m_context->note("removed", {{"name", m_name}});
                m_context->finish();
            });
            return;
        }
        context.then<api::SecretList>(accounts.secrets(), [this](const api::SecretList& list) {
            Listing listing;
            listing.columns = {{"NAME"}};
            for (const auto& name : list.items) listing.rows.push_back({name});
            listing.names = list.items;
            listing.data = reflect::encode(list.items);
            m_context->output().print(listing);
            m_context->finish();
        });
    }

private:
    void put(client::AccountClient& accounts) {
        auto& streams = m_context->streams();
        std::string value;
        if (const auto typed = askSecret(streams, m_context->text("secret-question", {{"name", m_name}})))
            value = *typed;
        else
            value.assign(std::istreambuf_iterator<char>(streams.in), {});
        // An editor's or echo's final newline is no part of a secret.
        if (value.ends_with('\n')) value.pop_back();
        m_context->then<api::Empty>(accounts.putSecret(m_name, value), [this](const api::Empty&) {
            m_context->note("stored", {{"name", m_name}});
            m_context->finish();
        });
    }

    std::string m_name;
    std::optional<Options> m_options;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeSecretsCommand() {
    return std::make_unique<SecretsCommand>();
}

}  // namespace ph::cli
