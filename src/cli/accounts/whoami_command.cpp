#include "cli/accounts/user_listing.h"
#include "cli/command.h"
#include "cli/context.h"
#include "cli/server_address.h"
#include "client/accounts/account_client.h"
#include "messages/word_text.h"
#include "reflect/codec.h"

namespace ph::cli {

namespace {

class WhoamiCommand final : public Command {
public:
    std::string_view name() const override { return "whoami"; }
    std::string_view group() const override { return "group-account"; }
    std::string_view summary() const override { return "help-whoami"; }
    void describe(Options options) override { options.example("  phctl whoami\n  phctl whoami -o json"); }

    void start(Context& context) override {
        auto* connection = context.connection();
        if (!connection) return;
        const std::string server = serverKey(connection->profile().url);
        context.then<api::Me>(client::AccountClient(*connection).me(), [&context, server](const api::Me& me) {
            Listing listing;
            listing.columns = {
                {"USER"}, {"ROLE"}, {"ORGANISATION", false, false, Fit::Shrinks}, {"SERVER"}, {"ID", true}};
            listing.rows.push_back({me.user.name, messages::roleText(me.user.role, context.language()),
                                    me.organisationName, server, me.user.id.str()});
            listing.names = {me.user.name};
            listing.data = reflect::encode(me);
            context.output().print(listing);
            context.finish();
        });
    }
};

}  // namespace

std::unique_ptr<Command> makeWhoamiCommand() {
    return std::make_unique<WhoamiCommand>();
}

}  // namespace ph::cli
