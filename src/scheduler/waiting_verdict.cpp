#include "scheduler/waiting_verdict.h"

#include <algorithm>

namespace ph {

namespace {

const NodeFree* nodeOf(const WaitingScene& scene, NodeId id) {
    const auto found = std::ranges::find(scene.nodes, id, &NodeFree::id);
    return found == scene.nodes.end() ? nullptr : &*found;
}

/// Who is promised room that somebody with these needs could use, soonest first.
std::vector<const Job*> inTheWay(const Resources& resources, const WaitingScene& scene) {
    std::vector<const Job*> jobs;
    for (const auto& promised : scene.outlook.promised) {
        const NodeFree* node = nodeOf(scene, promised.node);
        const Job* job = scene.jobOf(promised.job);
        if (node && job && fits(resources, node->total)) jobs.push_back(job);
    }
    return jobs;
}

/// Names the next one to its owner only: whoever may see the job that waits may read its reason.
Reason behind(std::size_t ahead, const Job& next, UserId owner) {
    Reason reason{ReasonCode::BehindInQueue, {{"ahead", std::to_string(ahead)}}};
    if (next.summary.owner == owner) reason.arguments["job"] = "#" + std::to_string(next.summary.number);
    return reason;
}

/// Nothing if its organisation's queue may have that much more.
std::optional<Reason> overLimit(OrgId org, const Resources& resources, const Outlook& outlook) {
    const auto use = outlook.limited.find(org);
    if (use == outlook.limited.end()) return std::nullopt;
    const auto& [limit, used] = use->second;
    std::int64_t cards = 0;
    for (const auto& request : resources.accelerators) cards += request.count;
    const auto reason = [](std::string_view resource, std::int64_t asked, std::int64_t held, std::int64_t most) {
        const auto text = [](std::int64_t value) { return std::to_string(value); };
        return Reason{
            ReasonCode::QueueLimit,
            {{"resource", std::string(resource)}, {"asked", text(asked)}, {"used", text(held)}, {"limit", text(most)}}};
    };
    if (limit.cpu && *used.cpu + resources.cpu > *limit.cpu)
        return reason("cpu", resources.cpu.value, used.cpu->value, limit.cpu->value);
    if (limit.memory && *used.memory + resources.memory > *limit.memory)
        return reason("memory", resources.memory.value, used.memory->value, limit.memory->value);
    if (limit.accelerators && cards > 0 && *used.accelerators + cards > *limit.accelerators)
        return reason("accelerators", cards, *used.accelerators, *limit.accelerators);
    return std::nullopt;
}

/// How many of its owner's jobs are to start before it.
std::size_t placeInLine(const Job& job, const Outlook& outlook) {
    if (!outlook.lines) return 0;
    const auto line = outlook.lines->find(job.summary.owner);
    if (line == outlook.lines->end()) return 0;
    const auto place = std::ranges::find(line->second, job.summary.id);
    return place == line->second.end() ? 0 : static_cast<std::size_t>(place - line->second.begin());
}

}  // namespace

std::optional<Verdict> explainWaiting(const Job& job, const WaitingScene& scene) {
    const auto& resources = job.summary.resources;
    Verdict verdict = explainNoRoom(resources, scene.nodes);
    if (verdict.reason.code == ReasonCode::NoNodeReady || verdict.reason.code == ReasonCode::NeverFits) return verdict;
    if (auto limit = overLimit(job.summary.org, resources, scene.outlook)) {
        verdict.reason = std::move(*limit);
        return verdict;
    }
    const auto promised = std::ranges::find(scene.outlook.promised, job.summary.id, &PromisedRoom::job);
    if (promised != scene.outlook.promised.end() && verdict.reason.code == ReasonCode::NotEnoughFree) {
        const auto left = std::max(std::chrono::microseconds(0), promised->at - scene.now);
        verdict.reason.arguments["promised"] = scene.nodeNameOf(promised->node);
        verdict.reason.arguments["within"] = std::to_string(std::chrono::ceil<std::chrono::seconds>(left).count());
        return verdict;
    }
    auto others = inTheWay(resources, scene);
    std::erase_if(others, [&](const Job* other) { return other->summary.id == job.summary.id; });
    if (!others.empty()) {
        const auto foreign =
            std::ranges::count_if(others, [&](const Job* other) { return other->summary.owner != job.summary.owner; });
        verdict.reason = behind(placeInLine(job, scene.outlook) + static_cast<std::size_t>(foreign), *others.front(),
                                job.summary.owner);
        return verdict;
    }
    if (verdict.reason.code == ReasonCode::None) return std::nullopt;
    return verdict;
}

Verdict explainNew(const ProposedJob& job, const WaitingScene& scene) {
    const auto& resources = job.resources;
    Verdict verdict = explainNoRoom(resources, scene.nodes);
    if (verdict.reason.code == ReasonCode::NoNodeReady || verdict.reason.code == ReasonCode::NeverFits) return verdict;
    if (auto limit = overLimit(job.org, resources, scene.outlook)) {
        verdict.reason = std::move(*limit);
        return verdict;
    }
    if (verdict.reason.code != ReasonCode::None) return verdict;
    const bool beside = std::ranges::any_of(scene.nodes, [&](const NodeFree& node) {
        return node.ready && fits(resources, node.free) &&
               std::ranges::find(scene.outlook.promised, node.id, &PromisedRoom::node) == scene.outlook.promised.end();
    });
    auto others = inTheWay(resources, scene);
    std::erase_if(others, [&](const Job* other) { return other->summary.priority < job.priority; });
    if (!beside && !others.empty()) verdict.reason = behind(others.size(), *others.front(), job.owner);
    return verdict;
}

}  // namespace ph
