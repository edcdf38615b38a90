#include "cli/command.h"
#include "cli/context.h"
#include "cli/queues/queue_listing.h"
#include "client/queues/queue_client.h"

namespace ph::cli {

namespace {

class QueuesCommand final : public Command {
public:
    std::string_view name() const override { return "queues"; }
    std::string_view group() const override { return "group-site"; }
    std::string_view summary() const override { return "help-queues"; }
    void describe(Options options) override { options.example("  phctl queues\n  phctl queues -o wide"); }

    void start(Context& context) override {
        auto* connection = context.connection();
        if (!connection) return;
        context.then<api::QueueList>(client::QueueClient(*connection).list(), [&context](const api::QueueList& list) {
            context.output().print(queueListing(list.items));
            context.finish();
        });
    }
};

}  // namespace

std::unique_ptr<Command> makeQueuesCommand() {
    return std::make_unique<QueuesCommand>();
}

}  // namespace ph::cli
