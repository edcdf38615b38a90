#include "cli/command.h"
#include "cli/context.h"
#include "cli/nodes/node_listing.h"
#include "client/nodes/node_client.h"

namespace ph::cli {

namespace {

class NodesCommand final : public Command {
public:
    std::string_view name() const override { return "nodes"; }
    std::string_view group() const override { return "group-site"; }
    std::string_view summary() const override { return "help-nodes"; }
    void describe(Options options) override { options.example("  phctl nodes\n  phctl nodes -o wide"); }

    void start(Context& context) override {
        auto* connection = context.connection();
        if (!connection) return;
        context.then<api::NodeList>(client::NodeClient(*connection).list(), [&context](const api::NodeList& list) {
            context.output().print(nodeListing(list.items, context.language()));
            context.finish();
        });
    }
};

}  // namespace

std::unique_ptr<Command> makeNodesCommand() {
    return std::make_unique<NodesCommand>();
}

}  // namespace ph::cli
