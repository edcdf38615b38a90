#include "engine/task/metrics_reader.h"

#include "engine/file_descriptor.h"

#include <boost/json.hpp>

#include <charconv>
#include <cmath>
#include <fcntl.h>
#include <unistd.h>

namespace ph::engine {

namespace {

constexpr std::size_t kRead = 1 << 20;
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kLongestName = 200;

bool parsePoint(std::string_view line, MetricPoint& point) {
    if (line.size() > kLongestLine) return false;
    const auto at = std::from_chars(line.data(), line.data() + line.size(), point.at.micros);
    if (at.ec != std::errc() || at.ptr == line.data() + line.size()) return false;
    line.remove_prefix(static_cast<std::size_t>(at.ptr - line.data()) + 1);
    boost::json::parse_options options;
    options.max_depth = 4;
    boost::system::error_code error;
    const auto json = boost::json::parse(line, error, {}, options);
    const auto* object = error ? nullptr : json.if_object();
    if (!object) return false;
    const auto* name = object->if_contains("name");
    const auto* value = object->if_contains("value");
    const auto* step = object->if_contains("step");
    if (!name || !name->is_string() || name->get_string().size() > kLongestName || !value || !value->is_number())
        return false;
    point.name = std::string(name->get_string());
    point.value = value->to_number<double>(error);
    if (step && step->is_number()) point.step = step->to_number<std::int64_t>(error);
    return !error && std::isfinite(point.value);
}

}  // namespace

MetricsPiece parseMetrics(std::string_view bytes, std::int64_t offset, std::size_t most) {
    MetricsPiece piece;
    piece.offset = offset;
    while (piece.points.size() < most) {
        const std::size_t end = bytes.find('\n');
        if (end == std::string_view::npos) break;
        MetricPoint point;
        if (parsePoint(bytes.substr(0, end), point)) piece.points.push_back(std::move(point));
        piece.offset += static_cast<std::int64_t>(end) + 1;
        bytes.remove_prefix(end + 1);
    }
    return piece;
}

MetricsPiece readMetricsFile(const std::string& path, std::int64_t offset, std::size_t most) {
    MetricsPiece piece;
    piece.offset = offset;
    const FileDescriptor file = openFile(path, O_RDONLY);
    std::string bytes(kRead, '\0');
    const ssize_t n = file && offset >= 0 ? ::pread(file.get(), bytes.data(), bytes.size(), offset) : 0;
    if (n <= 0) return piece;
    return parseMetrics(std::string_view(bytes).substr(0, static_cast<std::size_t>(n)), offset, most);
}

}  // namespace ph::engine
