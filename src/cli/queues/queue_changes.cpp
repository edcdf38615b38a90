#include "cli/queues/queue_changes.h"

#include <charconv>

namespace ph::cli {

namespace {

std::optional<std::int64_t> parseCount(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

template <class Amount, class Parse>
bool apply(std::optional<Amount>& amount, std::string_view text, Parse parse) {
    const auto value = parse(text);
    if (!value && text != "none") return false;
    amount = value;
    return true;
}

}  // namespace

bool applyAmount(QueueAmounts& amounts, std::string_view text) {
    const auto sign = text.find('=');
    if (sign == std::string_view::npos) return false;
    const auto resource = text.substr(0, sign);
    const auto value = text.substr(sign + 1);
    if (resource == "cpu") return apply(amounts.cpu, value, parseCpu);
    if (resource == "memory") return apply(amounts.memory, value, parseBytes);
    return resource == "accelerators" && apply(amounts.accelerators, value, parseCount);
}

}  // namespace ph::cli
