#include "domain/queues/queue.h"

#include <fmt/format.h>

namespace ph {

namespace {

constexpr std::int64_t kMostWeight = 1'000'000;
constexpr MilliCpu kMostCpu = cores(1'000'000'000);
constexpr Bytes kMostMemory = gibibytes(1 << 30);
constexpr std::int64_t kMostAccelerators = 10'000'000;

void check(const QueueAmounts& amounts, const std::string& path, std::vector<Fault>& faults) {
    if (amounts.cpu && (amounts.cpu->value < 0 || *amounts.cpu > kMostCpu))
        faults.push_back({path + ".cpu", "range", cpuText(*amounts.cpu), "0 to 1000000000 cores"});
    if (amounts.memory && (amounts.memory->value < 0 || *amounts.memory > kMostMemory))
        faults.push_back({path + ".memory", "range", bytesText(*amounts.memory), "0 B to 1 EiB"});
    if (amounts.accelerators && (*amounts.accelerators < 0 || *amounts.accelerators > kMostAccelerators))
        faults.push_back({path + ".accelerators", "range", fmt::format("{}", *amounts.accelerators), "0 to 10000000"});
}

template <class Amount>
void checkPair(const std::optional<Amount>& guaranteed, const std::optional<Amount>& limit, const std::string& name,
               const std::string& value, std::vector<Fault>& faults) {
    if (guaranteed && limit && *guaranteed > *limit)
        faults.push_back({"guaranteed." + name, "range", value, "no more than limit." + name});
}

}  // namespace

std::vector<Fault> validateQueueSettings(const QueueSettings& settings) {
    std::vector<Fault> faults;
    if (settings.weight < 1 || settings.weight > kMostWeight)
        faults.push_back({"weight", "range", fmt::format("{}", settings.weight), "1 to 1000000"});
    check(settings.guaranteed, "guaranteed", faults);
    check(settings.limit, "limit", faults);
    if (!faults.empty()) return faults;
    const auto& [given, most] = std::pair(settings.guaranteed, settings.limit);
    checkPair(given.cpu, most.cpu, "cpu", given.cpu ? cpuText(*given.cpu) : "", faults);
    checkPair(given.memory, most.memory, "memory", given.memory ? bytesText(*given.memory) : "", faults);
    checkPair(given.accelerators, most.accelerators, "accelerators",
              given.accelerators ? fmt::format("{}", *given.accelerators) : "", faults);
    return faults;
}

std::vector<std::string> beyondSite(const QueueSettings& settings, const QueueAmounts& site) {
    std::vector<std::string> paths;
    const auto look = [&](const QueueAmounts& amounts, const std::string& path) {
        if (amounts.cpu && amounts.cpu > site.cpu) paths.push_back(path + ".cpu");
        if (amounts.memory && amounts.memory > site.memory) paths.push_back(path + ".memory");
        if (amounts.accelerators && amounts.accelerators > site.accelerators) paths.push_back(path + ".accelerators");
    };
    look(settings.guaranteed, "guaranteed");
    look(settings.limit, "limit");
    return paths;
}

}  // namespace ph
