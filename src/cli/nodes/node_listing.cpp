#include "cli/nodes/node_listing.h"

#include "cli/texts.h"
#include "messages/word_text.h"
#include "reflect/codec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

namespace ph::cli {

namespace {

Colour colourOf(NodeState state) {
    if (state == NodeState::Ready) return Colour::Green;
    return state == NodeState::Down ? Colour::Red : Colour::Yellow;
}

}  // namespace

std::string cardsText(const NodeCapacity& capacity, messages::Language language) {
    std::map<std::pair<std::string, bool>, int> counts;
    for (const auto& card : capacity.accelerators) ++counts[{card.model, card.simulated}];
    std::string text;
    for (const auto& [model, count] : counts)
        text += fmt::format("{}{} x {}{}", text.empty() ? "" : ", ", count, model.first,
                            model.second ? textOf("simulated", {}, language) : "");
    return text.empty() ? "-" : text;
}

Listing nodeListing(const std::vector<NodeSummary>& nodes, messages::Language language) {
    Listing listing;
    listing.columns = {{"NAME", false, false, Fit::Shrinks},
                       {"STATE"},
                       {"CPU USED", false, true},
                       {"MEMORY USED", false, true},
                       {"CARDS"},
                       {"CARDS USED", false, true},
                       {"JOBS", false, true},
                       {"ENGINE"},
                       {"MEMORY LIMIT", true},
                       {"ID", true},
                       {"REMARKS", true}};
    for (const auto& node : nodes) {
        std::vector<std::string> remarks;
        for (const auto& remark : node.capabilities.remarks) remarks.push_back(messages::remarkText(remark, language));
        listing.rows.push_back(
            {node.name, Cell(messages::stateText(node.state, language), colourOf(node.state)),
             fmt::format("{} / {}", cpuText(node.cpuAllocated), cpuText(node.capacity.cpu)),
             fmt::format("{} / {}", bytesForPeople(node.memoryAllocated), bytesForPeople(node.capacity.memory)),
             cardsText(node.capacity, language),
             fmt::format("{} / {}", node.acceleratorsAllocated.size(), node.capacity.accelerators.size()),
             std::to_string(node.running), node.capabilities.engine,
             messages::strengthText(node.capabilities.memoryLimit, language), node.id.str(),
             fmt::format("{}", fmt::join(remarks, " "))});
        listing.names.push_back(node.name);
    }
    listing.data = reflect::encode(nodes);
    return listing;
}

}  // namespace ph::cli
