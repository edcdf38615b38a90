#include "engine/node_sampler.h"

#include "engine/file_descriptor.h"

#include <algorithm>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr std::int64_t kSectorBytes = 512;

std::int64_t busyTicks() {
    std::istringstream line(readFile("/proc/stat"));
    std::string name;
    std::int64_t user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0;
    line >> name >> user >> nice >> system >> idle >> wait >> irq >> softIrq;
    return user + nice + system + irq + softIrq;
}

std::int64_t usedMemory() {
    std::istringstream lines(readFile("/proc/meminfo"));
    std::int64_t total = 0, available = 0, value = 0;
    std::string key, unit;
    while (lines >> key >> value) {
        if (key == "MemTotal:") total = value;
        if (key == "MemAvailable:") available = value;
        std::getline(lines, unit);
    }
    return (total - available) * 1024;
}

void readDisks(UsageSample& sample) {
    std::istringstream lines(readFile("/proc/diskstats"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::int64_t major = 0, minor = 0, reads = 0, merged = 0, sectorsRead = 0, millis = 0, writes = 0,
                     sectorsWritten = 0;
        std::string name;
        words >> major >> minor >> name >> reads >> merged >> sectorsRead >> millis >> writes >> merged >>
            sectorsWritten;
        // Whole disks only: partitions and stacked devices would count the same bytes again.
        struct stat about {};
        if (::stat(("/sys/block/" + name + "/device").c_str(), &about) != 0) continue;
        sample.diskReadBytes += sectorsRead * kSectorBytes;
        sample.diskWriteBytes += sectorsWritten * kSectorBytes;
    }
}

void readNetwork(UsageSample& sample) {
    std::istringstream lines(readFile("/proc/net/dev"));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || line.find("lo:") != std::string::npos) continue;
        std::istringstream words(line.substr(colon + 1));
        std::int64_t values[9] = {};
        for (auto& value : values) words >> value;
        sample.networkReceivedBytes += values[0];
        sample.networkSentBytes += values[8];
    }
}

}  // namespace

void NodeSampler::take(Timestamp now) {
    UsageSample sample;
    sample.at = now;
    const std::int64_t ticks = busyTicks();
    const std::int64_t passed = (now - m_before.at).count();
    if (m_before.at && passed > 0)
        sample.cpuMilli = std::max<std::int64_t>(
            (ticks - m_before.busyTicks) * 1000 * 1'000'000 / ::sysconf(_SC_CLK_TCK) / passed, 0);
    m_before = {ticks, now};
    sample.memoryBytes = usedMemory();
    readDisks(sample);
    readNetwork(sample);
    sample.accelerators = m_accelerators.sample(now);
    m_samples.push_back(std::move(sample));
    if (m_samples.size() > kKept) m_samples.pop_front();
}

std::vector<UsageSample> NodeSampler::last(std::size_t count) const {
    const std::size_t size = std::min(count, m_samples.size());
    return {m_samples.end() - static_cast<std::ptrdiff_t>(size), m_samples.end()};
}

}  // namespace ph::engine
