#include "cli/command.h"
#include "cli/context.h"
#include "cli/time_text.h"
#include "client/accounts/account_client.h"
#include "reflect/codec.h"

#include <algorithm>
#include <ostream>

namespace ph::cli {

namespace {

class TokensCommand final : public Command {
public:
    std::string_view name() const override { return "tokens"; }
    std::string_view group() const override { return "group-account"; }
    std::string_view summary() const override { return "help-tokens"; }

    void describe(Options options) override {
        m_options.emplace(options);
        options.subcommand("list", "help-tokens-list").example("  phctl tokens list");
        Options add = options.subcommand("add", "help-tokens-add");
        add.argument("NAME", m_name, "help-token-name");
        add.text("--expires", m_expires, "DURATION", "help-token-expires");
        add.example("  phctl tokens add ci --expires 30d");
        Options remove = options.subcommand("rm", "help-tokens-rm");
        remove.argument("NAME", m_name, "help-token");
        remove.example("  phctl tokens rm ci");
        options.example("  phctl tokens add ci --expires 30d\n  PH_TOKEN=$(cat token) phctl jobs");
    }

    void start(Context& context) override {
        m_context = &context;
        auto* connection = context.connection();
        if (!connection) return;
        m_accounts.emplace(*connection);
        const std::string what = m_options->chosen();
        if (what == "add") return add();
        context.then<api::TokenList>(m_accounts->tokens(), [this, what](const api::TokenList& list) {
            if (what == "rm") return remove(list);
            print(list);
            m_context->finish();
        });
    }

private:
    void add() {
        Seconds expires;
        if (!m_expires.empty()) {
            const auto parsed = parseDuration(m_expires);
            if (!parsed || parsed->value == 0)
                return m_context->fail(ExitCode::Usage, "bad-duration", {{"value", m_expires}});
            expires = *parsed;
        }
        m_context->then<api::TokenSecret>(
            m_accounts->createToken({m_name, expires}), [this](const api::TokenSecret& made) {
                if (m_context->output().format() == Format::Json || m_context->output().format() == Format::Yaml) {
                    m_context->output().printData(reflect::encode(made));
                } else {
                    m_context->note("token-once");
                    m_context->streams().out << made.secret << '\n';
                }
                m_context->finish();
            });
    }

    void remove(const api::TokenList& list) {
        const auto found = std::find_if(list.items.begin(), list.items.end(), [&](const TokenInfo& token) {
            return token.id.view() == m_name || token.name == m_name;
        });
        if (found == list.items.end()) return m_context->fail(Error(kTokenNotFound));
        m_context->then<api::Empty>(m_accounts->removeToken(found->id), [this](const api::Empty&) {
            m_context->note("removed", {{"name", m_name}});
            m_context->finish();
        });
    }

    void print(const api::TokenList& list) {
        const Timestamp now = currentTime();
        Listing listing;
        listing.columns = {{"ID"}, {"NAME", false, false, Fit::Shrinks}, {"AGE"}, {"LAST USED"}, {"EXPIRES"}};
        for (const auto& token : list.items) {
            listing.rows.push_back({token.id.str(), token.name, ageText(token.createdAt, now, m_context->language()),
                                    ageText(token.lastUsedAt, now, m_context->language()), localText(token.expiresAt)});
            listing.names.push_back(token.id.str());
        }
        listing.data = reflect::encode(list.items);
        m_context->output().print(listing);
    }

    std::string m_name;
    std::string m_expires;
    std::optional<Options> m_options;
    std::optional<client::AccountClient> m_accounts;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeTokensCommand() {
    return std::make_unique<TokensCommand>();
}

}  // namespace ph::cli
