#include "messages/foresight_text.h"

#include "reflect/codec.h"

#include <algorithm>

namespace ph::messages {

namespace {

constexpr std::size_t kMostInTheWay = 5;

constexpr std::array kSentences{
    Sentence{"now", {"Starts with the next plan: nothing is in its way", "即将开始：已无阻碍"}},
    Sentence{"promised",
             {"Starts in {within|time} at the latest: its room is promised", "最迟 {within|time}后开始：资源已预留"}},
    Sentence{"computed",
             {"Starts in {within|time} if what is before it runs to its time limits; others may still come before",
              "按前面作业的时限计算，约 {within|time}后开始；其他作业仍可能先行"}},
    Sentence{"unknown",
             {"When it starts is not known: what is in its way has no time limit", "开始时间未知：前面的作业没有时限"}},
    Sentence{"never", {"It does not start as long as the nodes stay as they are", "节点不变则永远无法开始"}},
    Sentence{"relaxation", {"Would start at once with {changes}", "改为以下要求即可立即开始：{changes}"}},
    Sentence{"and", {" and ", "，"}},
    Sentence{"model", {"any accelerator model", "任意型号加速卡"}},
    Sentence{"domain", {"tasks that need not be near each other", "任务不必相邻"}},
    Sentence{"time_limit", {"a time limit of {to|time} instead of {from|time}", "时限 {to|time}（原为 {from|time}）"}},
    Sentence{"tasks", {"{to} instead of {from} tasks", "{to} 个任务（原为 {from} 个）"}},
    Sentence{"share",
             {"{to} instead of {from} thousandths of an accelerator", "加速卡的千分之 {to}（原为千分之 {from}）"}},
    Sentence{"amount",
             {"{to|whole} instead of {from|amount}", "{resource|resource} {to|amount}（原为 {from|amount}）"}},
    Sentence{"blocker",
             {"In its way: {who}[, ends in {within|time} at the latest], holds {amounts}",
              "占用所需资源：{who}[，最迟 {within|time}后结束]，占用 {amounts}"}},
    Sentence{"keeper",
             {"Room on {nodes|nodes} is promised to {who}, which starts in {within|time} at the latest",
              "{nodes|nodes}的资源已预留给{who}，其最迟 {within|time}后开始"}},
    Sentence{"more", {"And {count} more", "以及另外 {count} 个"}},
    Sentence{"job", {"#{number} of {owner}", "{owner} 的作业 #{number}"}},
    Sentence{"others", {"a job of somebody else", "他人的作业"}},
    Sentence{"comma", {", ", "、"}},
};

std::string said(std::string_view key, const Arguments& arguments, Language language) {
    return filled(findSentence(kSentences, key)->in(language), arguments, language);
}

/// Rounded up; clocks that differ make no negative time.
std::string secondsUntil(Timestamp time, Timestamp now) {
    const auto left = std::max(std::chrono::microseconds(0), time - now);
    return std::to_string(std::chrono::ceil<std::chrono::seconds>(left).count());
}

template <class InTheWay>
std::string whoIs(const InTheWay& one, Language language) {
    if (one.number == 0) return said("others", {}, language);
    return said("job", {{"number", std::to_string(one.number)}, {"owner", one.ownerName}}, language);
}

std::string changeText(const RequestChange& change, Language language) {
    const bool special = change.what != "amount" && findSentence(kSentences, change.what) != nullptr;
    return said(special ? std::string_view(change.what) : "amount",
                {{"resource", change.what}, {"from", std::to_string(change.from)}, {"to", std::to_string(change.to)}},
                language);
}

std::string amountsText(const Blocker& blocker, Language language) {
    const std::array<std::pair<std::string_view, std::int64_t>, 3> amounts{
        {{"cpu", blocker.cpu.value}, {"memory", blocker.memory.value}, {"accelerators", blocker.cards}}};
    std::string text;
    for (const auto& [resource, amount] : amounts) {
        if (amount == 0) continue;
        if (!text.empty()) text += said("comma", {}, language);
        text += filled("{amount|whole}", {{"resource", std::string(resource)}, {"amount", std::to_string(amount)}},
                       language);
    }
    return text;
}

}  // namespace

std::span<const Sentence> foresightSentences() {
    return kSentences;
}

std::string estimateText(const Verdict& verdict, Language language, Timestamp now) {
    if (!verdict.estimate) return {};
    const auto& [basis, at, ends] = *verdict.estimate;
    const bool never = basis == EstimateBasis::Unknown && verdict.reason.code == ReasonCode::NeverFits;
    return said(never ? "never" : reflect::word(basis), {{"within", secondsUntil(at, now)}}, language);
}

std::vector<std::string> relaxationLines(const Verdict& verdict, Language language, std::size_t most) {
    std::vector<std::string> lines;
    for (const auto& relaxation : verdict.relaxations) {
        if (lines.size() == most) break;
        std::string changes;
        for (const auto& change : relaxation.changes)
            changes += (changes.empty() ? "" : said("and", {}, language)) + changeText(change, language);
        lines.push_back(said("relaxation", {{"changes", changes}}, language));
    }
    return lines;
}

std::vector<std::string> inTheWayLines(const Verdict& verdict, Language language, Timestamp now) {
    std::vector<std::string> lines;
    for (const auto& blocker : verdict.blockers) {
        Arguments arguments{{"who", whoIs(blocker, language)}, {"amounts", amountsText(blocker, language)}};
        if (blocker.endsBy) arguments["within"] = secondsUntil(blocker.endsBy, now);
        lines.push_back(said("blocker", arguments, language));
    }
    for (const auto& keeper : verdict.keepers)
        lines.push_back(said("keeper",
                             {{"who", whoIs(keeper, language)},
                              {"nodes", std::to_string(keeper.nodes)},
                              {"within", secondsUntil(keeper.until, now)}},
                             language));
    if (lines.size() <= kMostInTheWay) return lines;
    const auto more = std::to_string(lines.size() - kMostInTheWay);
    lines.resize(kMostInTheWay);
    lines.push_back(said("more", {{"count", more}}, language));
    return lines;
}

}  // namespace ph::messages
