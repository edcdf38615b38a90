#include "cli/command.h"
#include "cli/context.h"
#include "cli/jobs/job_listing.h"
#include "cli/texts.h"
#include "client/jobs/job_client.h"
#include "client/nodes/node_client.h"
#include "reflect/codec.h"

#include <QTimer>
#include <fmt/format.h>

#include <map>
#include <ostream>

namespace ph::cli {

namespace {

std::string percent(std::int64_t part, std::int64_t whole) {
    return whole <= 0 ? "-" : fmt::format("{} %", (part * 100 + whole / 2) / whole);
}

/// The average of the cards that tell their use.
std::string cardUse(const UsageSample& sample, messages::Language language) {
    int sum = 0, count = 0;
    bool simulated = false;
    for (const auto& card : sample.accelerators) {
        if (card.usePercent < 0) continue;
        sum += card.usePercent;
        ++count;
        simulated = simulated || card.simulated;
    }
    return count == 0 ? "-" : fmt::format("{} %{}", sum / count, simulated ? textOf("simulated", {}, language) : "");
}

class TopCommand final : public Command {
public:
    std::string_view name() const override { return "top"; }
    std::string_view group() const override { return "group-site"; }
    std::string_view summary() const override { return "help-top"; }

    void describe(Options options) override {
        options.flag("--once", m_once, "help-once");
        options.number("--interval", m_interval, {1, 86'400}, "SECONDS", "help-interval");
        options.example("  phctl top\n  phctl top --once -o json");
    }

    void start(Context& context) override {
        m_context = &context;
        if (!context.connection()) return;
        m_once = m_once || !context.streams().outIsTerminal || !context.output().isTable();
        round();
    }

private:
    void round() {
        m_nodeUse.clear();
        m_jobUse.clear();
        m_context->then<api::NodeList>(
            client::NodeClient(*m_context->connection()).list(), [this](const api::NodeList& list) {
                m_nodes = list.items;
                client::JobListQuery query;
                query.states = {JobState::Running};
                query.limit = kMostJobs;
                m_context->then<api::JobList>(client::JobClient(*m_context->connection()).list(query),
                                              [this](const api::JobList& jobs) {
                                                  m_jobs = jobs.items;
                                                  readSamples();
                                              });
            });
    }

    void readSamples() {
        m_open = m_nodes.size() + m_jobs.size();
        if (m_open == 0) return show();
        client::NodeClient nodes(*m_context->connection());
        client::JobClient jobs(*m_context->connection());
        // A task that ended meanwhile, or tells nothing, is shown without figures.
        for (const auto& node : m_nodes)
            m_context->whenDone<api::SampleList>(nodes.samples(node.id, 1),
                                                 [this, id = node.id.str()](Result<api::SampleList> list) {
                                                     if (list && !list->items.empty())
                                                         m_nodeUse[id] = list->items.back();
                                                     if (--m_open == 0) show();
                                                 });
        for (const auto& job : m_jobs)
            m_context->whenDone<api::SampleList>(jobs.samples(job.id, 1),
                                                 [this, id = job.id.str()](Result<api::SampleList> list) {
                                                     if (list && !list->items.empty())
                                                         m_jobUse[id] = list->items.back();
                                                     if (--m_open == 0) show();
                                                 });
    }

    void show() {
        auto& output = m_context->output();
        if (!output.isTable()) {
            output.printData(
                boost::json::object{{"nodes", reflect::encode(m_nodeUse)}, {"jobs", reflect::encode(m_jobUse)}});
            return m_context->finish();
        }
        auto& out = m_context->streams().out;
        if (!m_once) out << "\033[H\033[2J";
        output.print(nodes());
        out << '\n';
        output.print(jobs());
        out.flush();
        if (m_once) return m_context->finish();
        QTimer::singleShot(std::chrono::seconds(m_interval), m_context, [this] { round(); });
    }

    Listing nodes() const {
        Listing listing;
        listing.columns = {{"NODE", false, false, Fit::Shrinks},
                           {"CPU", false, true},
                           {"MEMORY", false, true},
                           {"CARDS", false, true},
                           {"JOBS", false, true}};
        for (const auto& node : m_nodes) {
            const auto use = m_nodeUse.find(node.id.str());
            const bool known = use != m_nodeUse.end();
            listing.rows.push_back({node.name, known ? percent(use->second.cpuMilli, node.capacity.cpu.value) : "-",
                                    known ? fmt::format("{} / {}", bytesForPeople({use->second.memoryBytes}),
                                                        bytesForPeople(node.capacity.memory))
                                          : "-",
                                    known ? cardUse(use->second, m_context->language()) : "-",
                                    std::to_string(node.running)});
        }
        return listing;
    }

    Listing jobs() const {
        Listing listing;
        listing.columns = {{"JOB", false, false, Fit::Shrinks},
                           {"OWNER", false, false, Fit::Shrinks},
                           {"NODE", false, false, Fit::Shrinks},
                           {"CPU", false, true},
                           {"MEMORY", false, true},
                           {"CARDS", false, true}};
        for (const auto& job : m_jobs) {
            const auto use = m_jobUse.find(job.id.str());
            const bool known = use != m_jobUse.end();
            listing.rows.push_back({jobTitle(job), job.ownerName, job.nodeName,
                                    known ? fmt::format("{:.2f} / {}", static_cast<double>(use->second.cpuMilli) / 1000,
                                                        cpuText(job.resources.cpu))
                                          : "-",
                                    known ? fmt::format("{} / {}", bytesForPeople({use->second.memoryBytes}),
                                                        bytesForPeople(job.resources.memory))
                                          : "-",
                                    known ? cardUse(use->second, m_context->language()) : "-"});
        }
        return listing;
    }

    static constexpr int kMostJobs = 30;
    bool m_once = false;
    std::int64_t m_interval = 2;
    Context* m_context = nullptr;
    std::vector<NodeSummary> m_nodes;
    std::vector<JobSummary> m_jobs;
    std::map<std::string, UsageSample> m_nodeUse;
    std::map<std::string, UsageSample> m_jobUse;
    std::size_t m_open = 0;
};

}  // namespace

std::unique_ptr<Command> makeTopCommand() {
    return std::make_unique<TopCommand>();
}

}  // namespace ph::cli
