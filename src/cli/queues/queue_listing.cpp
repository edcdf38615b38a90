#include "cli/queues/queue_listing.h"

#include "reflect/codec.h"

#include <algorithm>

namespace ph::cli {

namespace {

Cell amount(const Queue& queue, const std::string& path, const std::optional<std::string>& text) {
    if (!text) return Cell("-");
    const bool beyond = std::ranges::find(queue.beyondSite, path) != queue.beyondSite.end();
    return beyond ? Cell(*text + " !", Colour::Yellow) : Cell(*text);
}

std::vector<Cell> amounts(const Queue& queue, const std::string& path, const QueueAmounts& of) {
    const auto text = [](const auto& value, auto how) { return value ? std::optional(how(*value)) : std::nullopt; };
    return {amount(queue, path + ".cpu", text(of.cpu, [](MilliCpu cpu) { return cpuText(cpu); })),
            amount(queue, path + ".memory", text(of.memory, [](Bytes size) { return bytesForPeople(size); })),
            amount(queue, path + ".accelerators",
                   text(of.accelerators, [](std::int64_t count) { return std::to_string(count); }))};
}

}  // namespace

Listing queueListing(const std::vector<Queue>& queues, bool single) {
    Listing listing;
    listing.columns = {
        {"QUEUE", false, false, Fit::Shrinks}, {"WEIGHT", false, true},          {"CPU GUARANTEED", true, true},
        {"MEMORY GUARANTEED", true, true},     {"CARDS GUARANTEED", true, true}, {"CPU USED", false, true},
        {"MEMORY USED", false, true},          {"CARDS USED", false, true},      {"CPU LIMIT", false, true},
        {"MEMORY LIMIT", false, true},         {"CARDS LIMIT", false, true},     {"ORG", true}};
    for (const auto& queue : queues) {
        std::vector<Cell> row{queue.name, std::to_string(queue.settings.weight)};
        const auto add = [&](const std::string& path, const QueueAmounts& of) {
            for (auto& cell : amounts(queue, path, of)) row.push_back(std::move(cell));
        };
        add("guaranteed", queue.settings.guaranteed);
        add("held", queue.held);
        add("limit", queue.settings.limit);
        row.push_back(queue.org.str());
        listing.rows.push_back(std::move(row));
        listing.names.push_back(queue.name);
    }
    listing.data = single && !queues.empty() ? reflect::encode(queues.front()) : reflect::encode(queues);
    return listing;
}

}  // namespace ph::cli
