#include "shim/record.h"

#include <charconv>
#include <vector>

namespace ph::shim {

namespace {

std::vector<std::string_view> words(std::string_view line) {
    std::vector<std::string_view> list;
    while (!line.empty()) {
        const std::size_t end = line.find(' ');
        list.push_back(line.substr(0, end));
        line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
    }
    return list;
}

std::int64_t number(std::string_view text) {
    std::int64_t v = 0;
    std::from_chars(text.data(), text.data() + text.size(), v);
    return v;
}

void parseLine(std::string_view line, ExitRecord& record) {
    const auto list = words(line);
    if (list.size() >= 2 && list[0] == "started") record.startedMicros = number(list[1]);
    if (list.size() < 10 || list[0] != "ended") return;
    // A word of another version, or of nobody, must not become a value that no switch knows.
    const std::int64_t kind = number(list[2]), cause = number(list[3]);
    if (kind < 0 || kind > static_cast<int>(EndKind::LaunchFailed)) return;
    if (cause < 0 || cause > static_cast<int>(EndCause::Scratch)) return;
    record.endedMicros = number(list[1]);
    record.kind = static_cast<EndKind>(kind);
    record.cause = static_cast<EndCause>(cause);
    record.code = static_cast<int>(number(list[4]));
    record.signal = static_cast<int>(number(list[5]));
    record.used = number(list[6]);
    record.limit = number(list[7]);
    record.cpuMicros = number(list[8]);
    record.peakBytes = number(list[9]);
    if (list.size() > 10)
        record.detail = std::string(line.substr(static_cast<std::size_t>(list[10].data() - line.data())));
}

}  // namespace

std::string startedLine(std::int64_t atMicros) {
    return "started " + std::to_string(atMicros) + "\n";
}

std::string endedLine(const ExitRecord& r) {
    std::string line = "ended " + std::to_string(r.endedMicros);
    for (const std::int64_t v :
         {static_cast<std::int64_t>(r.kind), static_cast<std::int64_t>(r.cause), std::int64_t(r.code),
          std::int64_t(r.signal), r.used, r.limit, r.cpuMicros, r.peakBytes})
        line += " " + std::to_string(v);
    if (!r.detail.empty()) {
        line += ' ';
        for (const char c : r.detail.substr(0, 1024)) line += c == '\n' ? ' ' : c;
    }
    return line + "\n";
}

ExitRecord parseRecord(std::string_view text) {
    ExitRecord record;
    for (;;) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return record;
        parseLine(text.substr(0, end), record);
        text.remove_prefix(end + 1);
    }
}

}  // namespace ph::shim
