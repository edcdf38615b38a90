#include "cli/command.h"
#include "cli/context.h"
#include "messages/sentence.h"
#include "planner/placement/types.h"
#include "planner/simulation/experiment.h"

#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <span>

namespace ph::cli {

namespace {

using simulation::PolicyName;

std::string spanOf(simulation::Micros time, messages::Language language) {
    return messages::durationText(Seconds{std::chrono::duration_cast<std::chrono::seconds>(time).count()}, language);
}

boost::json::object dataOf(const simulation::Waits& waits) {
    const auto seconds = [&](simulation::Micros time) {
        return waits.jobs == 0 ? boost::json::value() : boost::json::value(static_cast<double>(time.count()) / 1e6);
    };
    return {{"jobs", waits.jobs},
            {"mean", seconds(waits.mean)},
            {"p50", seconds(waits.p50)},
            {"p95", seconds(waits.p95)},
            {"p99", seconds(waits.p99)}};
}

/// Plays a trace of jobs through the planner, without a server.
class SimulateCommand final : public Command {
public:
    std::string_view name() const override { return "simulate"; }
    std::string_view group() const override { return "group-administration"; }
    std::string_view summary() const override { return "help-simulate"; }

    void describe(Options options) override {
        std::vector<std::string> words;
        for (const auto policy : simulation::kPolicies) words.emplace_back(simulation::word(policy));
        options.text("--trace", m_path, "FILE", "help-trace");
        options.choices("--policy", m_policies, words, "POLICY", "help-policy");
        options.number("--nodes", m_nodes, {1, 100'000}, "N", "help-simulated-nodes");
        options.number("--cards", m_cards, {1, placement::kMaxCards}, "N", "help-simulated-cards");
        options.number("--seed", m_seed, {0, 1'000'000'000}, "N", "help-simulated-seed");
        options.remark("help-simulate-figures");
        options.example(
            "  phctl simulate --trace jobs.csv --nodes 50\n"
            "  phctl simulate --trace jobs.csv --nodes 40 --policy easy --policy pilothouse -o json");
    }

    void start(Context& context) override {
        if (m_path.empty()) return context.fail(ExitCode::Usage, "simulate-no-trace");
        std::ifstream in(m_path);
        if (!in) return context.fail(ExitCode::NotFound, "simulate-unreadable", {{"path", m_path}});
        const auto read = simulation::readTrace(in);
        if (const auto* fault = std::get_if<simulation::TraceFault>(&read)) return refuse(context, *fault);
        show(context, std::get<simulation::Trace>(read));
    }

private:
    void refuse(Context& context, const simulation::TraceFault& fault) const {
        using Kind = simulation::TraceFault::Kind;
        constexpr std::string_view kKeys[]{"simulate-unreadable", "simulate-empty", "simulate-no-column",
                                           "simulate-no-field", "simulate-bad-value"};
        static_assert(static_cast<std::size_t>(Kind::Value) + 1 == std::size(kKeys));
        context.fail(
            ExitCode::Usage, kKeys[static_cast<std::size_t>(fault.kind)],
            {{"path", m_path}, {"line", std::to_string(fault.line)}, {"column", fault.column}, {"value", fault.value}});
    }

    bool wanted(PolicyName policy) const {
        return m_policies.empty() || std::ranges::find(m_policies, simulation::word(policy)) != m_policies.end();
    }

    void show(Context& context, const simulation::Trace& trace) {
        simulation::Setting setting;
        setting.nodes = static_cast<int>(m_nodes);
        setting.cardsOfANode = static_cast<int>(m_cards);
        setting.seed = static_cast<unsigned>(m_seed);
        Listing listing;
        listing.columns = {{"POLICY"},
                           {"USE", false, true},
                           {"WAIT", false, true},
                           {"P50", false, true},
                           {"P95", false, true},
                           {"P99", true, true},
                           {"GANG-P95", false, true},
                           {"SLOWDOWN", false, true},
                           {"NEVER", false, true}};
        boost::json::array data;
        std::vector<std::size_t> impossible;
        for (const auto policy : simulation::kPolicies) {
            if (!wanted(policy)) continue;
            const auto outcome = simulation::simulate(
                trace, policy, setting, [&](std::size_t ended) { tell(context, policy, ended, trace.size()); });
            clear(context);
            add(listing, data, policy, outcome, context.language());
            impossible = outcome.impossible;
        }
        listing.data = std::move(data);
        context.output().print(listing);
        if (!impossible.empty()) tellImpossible(context, impossible);
        context.finish();
    }

    /// Names the first few by their lines.
    void tellImpossible(Context& context, const std::vector<std::size_t>& lines) const {
        constexpr std::size_t kNamed = 10;
        const auto named = std::span(lines).first(std::min(lines.size(), kNamed));
        messages::Arguments arguments{{"count", std::to_string(lines.size())},
                                      {"nodes", std::to_string(m_nodes)},
                                      {"cards", std::to_string(m_cards)},
                                      {"lines", fmt::format("{}", fmt::join(named, ", "))}};
        if (lines.size() > kNamed) arguments["more"] = std::to_string(lines.size() - kNamed);
        context.note(lines.size() == 1 ? "simulate-impossible-one" : "simulate-impossible", arguments);
    }

    static void add(Listing& listing, boost::json::array& data, PolicyName policy, const simulation::Outcome& outcome,
                    messages::Language language) {
        const std::string name(simulation::word(policy));
        const bool none = outcome.all.jobs == 0;
        const auto span = [&](simulation::Micros time) { return none ? Cell("-") : Cell(spanOf(time, language)); };
        listing.rows.push_back({name, fmt::format("{:.1f} %", 100 * outcome.use), span(outcome.all.mean),
                                span(outcome.all.p50), span(outcome.all.p95), span(outcome.all.p99),
                                outcome.across.jobs == 0 ? Cell("-") : span(outcome.across.p95),
                                none ? Cell("-") : Cell(fmt::format("{:.1f}", outcome.slowdown)),
                                std::to_string(outcome.impossible.size())});
        listing.names.push_back(name);
        data.push_back(boost::json::object{{"policy", name},
                                           {"use", outcome.use},
                                           {"slowdown", none ? boost::json::value() : outcome.slowdown},
                                           {"impossible", outcome.impossible.size()},
                                           {"impossible_lines", boost::json::value_from(outcome.impossible)},
                                           {"wait", dataOf(outcome.all)},
                                           {"wait_single", dataOf(outcome.single)},
                                           {"wait_within_node", dataOf(outcome.within)},
                                           {"wait_across_nodes", dataOf(outcome.across)}});
    }

    /// One line that is written over again.
    void tell(Context& context, PolicyName policy, std::size_t ended, std::size_t all) const {
        if (!context.streams().errIsTerminal) return;
        constexpr std::size_t kWidth = 40;
        const std::size_t done = ended * kWidth / all;
        context.streams().err << fmt::format("\r{:<12}[{:=<{}}{:>{}}] {} / {}", simulation::word(policy), "", done, "",
                                             kWidth - done, ended, all)
                              << std::flush;
    }
    static void clear(Context& context) {
        if (context.streams().errIsTerminal) context.streams().err << "\r\x1b[K" << std::flush;
    }

    std::string m_path;
    std::vector<std::string> m_policies;
    std::int64_t m_nodes = 1;
    std::int64_t m_cards = 8;
    std::int64_t m_seed = 42;
};

}  // namespace

std::unique_ptr<Command> makeSimulateCommand() {
    return std::make_unique<SimulateCommand>();
}

}  // namespace ph::cli
