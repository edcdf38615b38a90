#include "app/shim/usage.h"

#include "app/shim/process_table.h"

#include <algorithm>
#include <cstdlib>
#include <sys/resource.h>

namespace ph::shim {

Usage::Usage(Loop& loop) : m_loop(loop) {
    m_loop.after(kIntervalMillis, [this] { take(); });
}

void Usage::take() {
    Sample sample;
    sample.atMicros = utcMicros();
    rusage reaped{};
    ::getrusage(RUSAGE_CHILDREN, &reaped);
    sample.cpuMicros = (reaped.ru_utime.tv_sec + reaped.ru_stime.tv_sec) * 1'000'000 + reaped.ru_utime.tv_usec +
                       reaped.ru_stime.tv_usec;
    std::map<int, Counted> living;
    std::int64_t largestShared = 0;
    eachProcess([&](pid_t pid) {
        const ProcessReading reading = readProcess(pid);
        sample.cpuMicros += reading.cpuMicros;
        sample.memoryBytes += std::max<std::int64_t>(reading.residentBytes - reading.sharedBytes, 0);
        largestShared = std::max(largestShared, reading.sharedBytes);
        living[pid] = {reading.readBytes, reading.writeBytes};
        sample.diskReadBytes += reading.readBytes;
        sample.diskWriteBytes += reading.writeBytes;
    });
    for (const auto& [pid, last] : m_living) {
        if (living.count(pid)) continue;
        m_gone.readBytes += last.readBytes;
        m_gone.writeBytes += last.writeBytes;
    }
    m_living = std::move(living);
    sample.memoryBytes += largestShared;
    sample.diskReadBytes += m_gone.readBytes;
    sample.diskWriteBytes += m_gone.writeBytes;
    readNetwork(sample);
    if (!m_samples.empty()) sample.cpuMicros = std::max(sample.cpuMicros, m_samples.back().cpuMicros);
    m_samples.push_back(sample);
    if (m_samples.size() > kKept) m_samples.pop_front();
    ++m_count;
    if (m_taken) m_taken();
    m_loop.after(kIntervalMillis, [this] { take(); });
}

void Usage::readNetwork(Sample& sample) const {
    const std::string text = readFile("/proc/net/dev");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || line.find("lo:") != std::string::npos) continue;
        char* next = const_cast<char*>(line.c_str()) + colon + 1;
        for (int column = 0; column < 9; ++column) {
            const std::int64_t v = std::strtoll(next, &next, 10);
            if (column == 0) sample.networkReceivedBytes += v;
            if (column == 8) sample.networkSentBytes += v;
        }
    }
}

}  // namespace ph::shim
