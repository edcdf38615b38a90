#include "engine/accelerators.h"

#include "base/log.h"
#include "engine/file_descriptor.h"
#include "engine/spawner.h"
#include "reflect/codec.h"
#include "reflect/yaml.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <glob.h>
#include <sstream>

namespace ph::engine {

namespace {

constexpr std::chrono::milliseconds kQueryDeadline{5000};
constexpr int kMostSimulated = 1024;
constexpr std::int64_t kSimulatedMemoryGiB = 80;

std::vector<std::string> matches(const std::string& pattern) {
    std::vector<std::string> list;
    glob_t found{};
    if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0)
        for (std::size_t i = 0; i < found.gl_pathc; ++i) list.emplace_back(found.gl_pathv[i]);
    ::globfree(&found);
    std::sort(list.begin(), list.end());
    return list;
}

std::string filled(std::string text, int index) {
    for (std::size_t at; (at = text.find("{index}")) != std::string::npos;) text.replace(at, 7, std::to_string(index));
    return text;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n:");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// What the first source that tells something says, and which one that was.
std::pair<std::string, const ValueSource*> readValue(const std::vector<ValueSource>& sources, int index) {
    for (const auto& source : sources) {
        for (const auto& path : matches(filled(source.file, index))) {
            std::string text = readFile(path, 65536);
            if (!source.key.empty()) {
                const std::size_t at = text.find(source.key);
                if (at == std::string::npos) continue;
                text = text.substr(at + source.key.size());
                text = text.substr(0, text.find('\n'));
            }
            text = trimmed(text);
            if (text.empty()) continue;
            return {text, &source};
        }
    }
    return {};
}

std::int64_t readNumber(const std::vector<ValueSource>& sources, int index, std::int64_t absent) {
    const auto [text, source] = readValue(sources, index);
    double value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return absent;
    return static_cast<std::int64_t>(std::llround(value * static_cast<double>(source->times) /
                                                  static_cast<double>(std::max<std::int64_t>(source->per, 1))));
}

/// The digits at the end of a device's name, -1 without any.
int indexOf(const std::string& device) {
    std::size_t at = device.size();
    while (at > 0 && std::isdigit(static_cast<unsigned char>(device[at - 1]))) --at;
    return at == device.size() || device.size() - at > 6 ? -1 : std::stoi(device.substr(at));
}

struct Queried {
    std::string model;
    std::int64_t mebibytes = 0;
};

/// Lines "index, model, memory in MiB" of a vendor's own tool.
std::map<int, Queried> queryCards(const std::vector<std::string>& command) {
    std::map<int, Queried> cards;
    if (command.empty() || !std::filesystem::exists(command[0])) return cards;
    std::istringstream lines(runShortly(command, kQueryDeadline).output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string index, model, memory;
        if (!std::getline(fields, index, ',') || !std::getline(fields, model, ',') || !std::getline(fields, memory))
            continue;
        if (index.empty() || !std::isdigit(static_cast<unsigned char>(index[0]))) continue;
        cards[std::atoi(index.c_str())] = {trimmed(model), std::atoll(trimmed(memory).c_str())};
    }
    return cards;
}

}  // namespace

AcceleratorCatalogue AcceleratorCatalogue::find(const std::string& folder, const std::vector<std::string>& simulated) {
    AcceleratorCatalogue catalogue;
    for (const auto& path : folder.empty() ? std::vector<std::string>() : matches(folder + "/*.yaml")) {
        const auto document = reflect::parseYaml(readFile(path));
        auto vendor = document ? reflect::decode<AcceleratorVendor>(*document, reflect::Scalars::Lenient)
                               : Result<AcceleratorVendor>(document.error());
        if (!vendor) {
            const auto& faults = vendor.error().faults;
            spdlog::warn("{} is left out: {}", path,
                         faults.empty() ? std::string("unreadable") : faults[0].path + " " + faults[0].code);
            continue;
        }
        catalogue.m_vendors.push_back(std::move(*vendor));
        catalogue.addCardsOf(catalogue.m_vendors.size() - 1);
    }
    catalogue.addSimulated(simulated);
    return catalogue;
}

void AcceleratorCatalogue::addCardsOf(std::size_t place) {
    const AcceleratorVendor& vendor = m_vendors[place];
    const auto nodes = matches(vendor.devices);
    if (nodes.empty()) return;
    const auto queried = queryCards(vendor.query);
    for (const auto& device : nodes) {
        Card card;
        card.index = indexOf(device);
        if (card.index < 0) continue;
        if (!vendor.sameDevice.empty() &&
            readFile(filled(vendor.sameDeviceIn, card.index), 65536).find(vendor.sameDevice) == std::string::npos)
            continue;
        card.device = device;
        card.vendor = place;
        card.accelerator.id = vendor.vendor + std::to_string(card.index);
        card.accelerator.vendor = vendor.vendor;
        card.accelerator.model = readValue(vendor.model, card.index).first;
        card.accelerator.memory = {readNumber(vendor.memory, card.index, 0)};
        const auto told = queried.find(card.index);
        if (told != queried.end()) {
            card.accelerator.model = told->second.model;
            card.accelerator.memory = mebibytes(told->second.mebibytes);
        }
        if (card.accelerator.model.empty()) card.accelerator.model = vendor.defaultModel;
        m_cards.push_back(std::move(card));
    }
}

void AcceleratorCatalogue::addSimulated(const std::vector<std::string>& simulated) {
    int next = 0;
    for (const auto& wish : simulated) {
        const std::size_t times = wish.rfind('x');
        int count = 0;
        const char* end = wish.data() + wish.size();
        const bool counted = times != std::string::npos && times > 0 &&
                             std::from_chars(wish.data() + times + 1, end, count).ptr == end && times + 1 < wish.size();
        const std::string model = counted ? wish.substr(0, times) : wish;
        for (int i = 0; i < (counted ? count : 1) && next < kMostSimulated; ++i, ++next) {
            Card card;
            card.index = next;
            card.vendor = m_vendors.size();
            card.accelerator = {"sim" + std::to_string(next), "simulated", model, gibibytes(kSimulatedMemoryGiB), true};
            m_cards.push_back(std::move(card));
        }
    }
}

std::vector<Accelerator> AcceleratorCatalogue::cards() const {
    std::vector<Accelerator> list;
    for (const auto& card : m_cards) list.push_back(card.accelerator);
    return list;
}

bool AcceleratorCatalogue::has(const std::vector<std::string>& ids, const Card& card) const {
    return std::find(ids.begin(), ids.end(), card.accelerator.id) != ids.end();
}

std::vector<std::string> AcceleratorCatalogue::devicesOf(const std::vector<std::string>& ids) const {
    std::vector<std::string> list;
    std::vector<bool> used(m_vendors.size());
    for (const auto& card : m_cards) {
        if (card.accelerator.simulated || !has(ids, card)) continue;
        list.push_back(card.device);
        for (const auto& node : m_vendors[card.vendor].perCard) list.push_back(filled(node, card.index));
        used[card.vendor] = true;
    }
    for (std::size_t i = 0; i < m_vendors.size(); ++i) {
        if (!used[i]) continue;
        for (const auto& pattern : m_vendors[i].companions)
            for (auto& node : matches(pattern)) list.push_back(std::move(node));
    }
    return list;
}

std::map<std::string, std::string> AcceleratorCatalogue::variablesOf(const std::vector<std::string>& ids) const {
    std::map<std::string, std::string> variables;
    for (const auto& vendor : m_vendors) variables[vendor.visibility];
    std::string simulated;
    std::map<std::size_t, int> seen;
    for (const auto& card : m_cards) {
        if (!has(ids, card)) continue;
        // A sandbox holds only the task's own device nodes, and every vendor's library counts what it can open from 0.
        const bool fake = card.accelerator.simulated;
        std::string& list = fake ? simulated : variables[m_vendors[card.vendor].visibility];
        if (!list.empty()) list += ",";
        list += fake ? card.accelerator.id : std::to_string(seen[card.vendor]++);
    }
    if (!simulated.empty()) variables["PH_SIMULATED_ACCELERATORS"] = simulated;
    return variables;
}

std::vector<AcceleratorSample> AcceleratorCatalogue::sample(Timestamp now) const {
    std::vector<AcceleratorSample> samples;
    for (const auto& card : m_cards) {
        AcceleratorSample sample;
        sample.id = card.accelerator.id;
        sample.simulated = card.accelerator.simulated;
        if (sample.simulated) {
            // Slow waves, each card at another place of its own: recognisable and never the same on two cards.
            const double wave = std::sin(static_cast<double>(now.micros) / 6e7 + card.index * 1.7);
            sample.usePercent = static_cast<int>(50 + 40 * wave);
            sample.memoryUsed = card.accelerator.memory.value / 100 * (40 + static_cast<int>(25 * wave));
            sample.temperatureCelsius = static_cast<int>(48 + 18 * wave);
            sample.powerWatts = static_cast<int>(300 + 220 * wave);
        } else {
            const AcceleratorVendor& vendor = m_vendors[card.vendor];
            sample.usePercent = static_cast<int>(readNumber(vendor.use, card.index, -1));
            sample.memoryUsed = readNumber(vendor.memoryUsed, card.index, -1);
            sample.temperatureCelsius = static_cast<int>(readNumber(vendor.temperature, card.index, -1));
            sample.powerWatts = static_cast<int>(readNumber(vendor.power, card.index, -1));
        }
        samples.push_back(std::move(sample));
    }
    return samples;
}

}  // namespace ph::engine
