#include "cli/command.h"
#include "cli/context.h"
#include "cli/queues/queue_changes.h"
#include "cli/queues/queue_listing.h"
#include "client/queues/queue_client.h"

#include <algorithm>

namespace ph::cli {

namespace {

/// Changes one queue: what it has is read, what was given is put over it.
class QueueCommand final : public Command {
public:
    std::string_view name() const override { return "queue"; }
    std::string_view group() const override { return "group-administration"; }
    std::string_view summary() const override { return "help-queue"; }

    void describe(Options options) override {
        m_options.emplace(options);
        Options set = options.subcommand("set", "help-queue-set");
        set.argument("ORGANISATION", m_name, "help-queue-name");
        set.number("--weight", m_weight, {1, 1'000'000}, "N", "help-queue-weight");
        set.list("--guarantee", m_guarantees, "AMOUNT", "help-queue-guarantee");
        set.list("--limit", m_limits, "AMOUNT", "help-queue-limit");
        set.example(
            "  phctl queue set vision --weight 3 --guarantee accelerators=4\n"
            "  phctl queue set vision --limit cpu=64 --limit memory=none");
        options.example("  phctl queue set vision --weight 3 --limit cpu=64");
    }

    void start(Context& context) override {
        m_context = &context;
        QueueSettings tried;
        if (!apply(tried)) return;
        auto* connection = context.connection();
        if (!connection) return;
        m_queues.emplace(*connection);
        context.then<api::QueueList>(m_queues->list(), [this](const api::QueueList& list) { change(list.items); });
    }

private:
    /// False after it has failed the run.
    bool apply(QueueSettings& settings) {
        if (m_weight > 0) settings.weight = m_weight;
        for (const auto& [texts, amounts] :
             {std::pair(&m_guarantees, &settings.guaranteed), std::pair(&m_limits, &settings.limit)})
            for (const auto& text : *texts) {
                if (applyAmount(*amounts, text)) continue;
                m_context->fail(ExitCode::Usage, "bad-queue-amount", {{"value", text}});
                return false;
            }
        return true;
    }

    void change(const std::vector<Queue>& queues) {
        const auto found = std::ranges::find_if(
            queues, [&](const Queue& queue) { return queue.name == m_name || queue.org.view() == m_name; });
        if (found == queues.end()) return m_context->fail(Error(kQueueNotFound).with("queue", m_name));
        QueueSettings settings = found->settings;
        if (!apply(settings)) return;
        m_context->then<Queue>(m_queues->set(found->org, settings), [this](const Queue& changed) {
            m_context->output().print(queueListing({changed}, true));
            for (const auto& path : changed.beyondSite)
                m_context->note("queue-beyond-site", {{"path", path}, {"queue", changed.name}});
            m_context->finish();
        });
    }

    std::string m_name;
    std::int64_t m_weight = 0;
    std::vector<std::string> m_guarantees;
    std::vector<std::string> m_limits;
    std::optional<Options> m_options;
    std::optional<client::QueueClient> m_queues;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeQueueCommand() {
    return std::make_unique<QueueCommand>();
}

}  // namespace ph::cli
