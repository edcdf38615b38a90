#include "planner/simulation/trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace ph::simulation {

namespace {

constexpr std::size_t kMostRows = 10'000'000;
constexpr std::size_t kLongestLine = 64 * 1024;
constexpr std::size_t kShownOfAValue = 40;
constexpr double kMostSeconds = 1e9;
constexpr int kMostCards = 100'000;

enum Column : std::size_t { kTimestamp, kDuration, kCards, kTenant, kLimit, kColumns };
constexpr std::array<std::string_view, kColumns> kNames{"timestamp", "duration", "num_gpus", "cluster", "time_limit"};
constexpr std::size_t kNeeded = 3;  ///< the first of them must be there

std::vector<std::string_view> fieldsOf(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0;;) {
        const auto comma = line.find(',', begin);
        fields.push_back(line.substr(begin, comma - begin));
        if (comma == std::string_view::npos) return fields;
        begin = comma + 1;
    }
}

/// As std::getline, but a line that never ends is an error of the stream.
bool readLine(std::istream& in, std::string& line) {
    line.clear();
    for (auto next = in.get(); next != std::istream::traits_type::eof(); next = in.get()) {
        if (next == '\n') return true;
        if (line.size() == kLongestLine) {
            in.setstate(std::ios::badbit);
            return false;
        }
        line += static_cast<char>(next);
    }
    return !line.empty();
}

/// A number of exactly that many digits at `place`, or -1.
int digits(std::string_view text, std::size_t place, std::size_t count) {
    int value = 0;
    for (std::size_t i = place; i < place + count; ++i) {
        if (text[i] < '0' || text[i] > '9') return -1;
        value = 10 * value + (text[i] - '0');
    }
    return value;
}

std::optional<std::chrono::seconds> timeOf(std::string_view text) {
    constexpr std::string_view kForm = "0000-00-00 00:00:00";
    if (text.size() != kForm.size()) return std::nullopt;
    for (std::size_t i = 0; i < kForm.size(); ++i)
        if (kForm[i] != '0' && text[i] != kForm[i] && !(kForm[i] == ' ' && text[i] == 'T')) return std::nullopt;
    const int hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
    const std::chrono::year_month_day date{std::chrono::year(digits(text, 0, 4)),
                                           std::chrono::month(static_cast<unsigned>(digits(text, 5, 2))),
                                           std::chrono::day(static_cast<unsigned>(digits(text, 8, 2)))};
    if (!date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second);
}

std::optional<std::chrono::microseconds> secondsOf(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value >= 0 && value <= kMostSeconds))
        return std::nullopt;
    return std::chrono::microseconds(std::llround(value * 1e6));
}

std::optional<int> cardsOf(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > kMostCards)
        return std::nullopt;
    return value;
}

/// Reads one line into `row`; the column that is wrong, if any.
std::optional<Column> fill(TraceRow& row, const std::array<std::string_view, kColumns>& fields) {
    const auto time = timeOf(fields[kTimestamp]);
    const auto runs = secondsOf(fields[kDuration]);
    const auto cards = cardsOf(fields[kCards]);
    if (!time) return kTimestamp;
    if (!runs) return kDuration;
    if (!cards) return kCards;
    row.submitted = *time;
    row.runs = *runs;
    row.cards = *cards;
    row.tenant = fields[kTenant];
    if (fields[kLimit].empty()) return std::nullopt;
    row.limit = secondsOf(fields[kLimit]);
    return row.limit ? std::nullopt : std::optional(kLimit);
}

}  // namespace

std::variant<Trace, TraceFault> readTrace(std::istream& in) {
    using Kind = TraceFault::Kind;
    std::string line;
    if (!readLine(in, line)) return TraceFault{in.bad() ? Kind::Unreadable : Kind::Empty, 0, {}, {}};
    if (line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);  // as spreadsheets write it
    const auto names = fieldsOf(line);
    std::array<std::size_t, kColumns> places{};
    for (std::size_t column = 0; column < kColumns; ++column) {
        places[column] = static_cast<std::size_t>(std::ranges::find(names, kNames[column]) - names.begin());
        if (places[column] == names.size() && column < kNeeded)
            return TraceFault{Kind::ColumnMissing, 1, std::string(kNames[column]), {}};
    }
    Trace trace;
    for (std::size_t number = 2; trace.size() < kMostRows && readLine(in, line); ++number) {
        if (line.empty() || line == "\r") continue;
        const auto given = fieldsOf(line);
        std::array<std::string_view, kColumns> fields{};
        for (std::size_t column = 0; column < kColumns; ++column) {
            if (places[column] < given.size())
                fields[column] = given[places[column]];
            else if (column < kNeeded)
                return TraceFault{Kind::FieldMissing, number, std::string(kNames[column]), {}};
        }
        if (const auto wrong = fill(trace.emplace_back(), fields))
            return TraceFault{Kind::Value, number, std::string(kNames[*wrong]),
                              std::string(fields[*wrong].substr(0, kShownOfAValue))};
        trace.back().line = number;
    }
    if (in.bad()) return TraceFault{Kind::Unreadable, 0, {}, {}};
    if (trace.empty()) return TraceFault{Kind::Empty, 0, {}, {}};
    std::ranges::stable_sort(trace, {}, &TraceRow::submitted);
    const auto first = trace.front().submitted;
    for (auto& row : trace) row.submitted -= first;
    return trace;
}

}  // namespace ph::simulation
