#pragma once

#include <map>
#include <string>

namespace ph {

/// Counters, gauges and histograms of the controller itself, shown at /metrics. Thread-safe, never blocks.
class Metrics {
public:
    using Labels = std::map<std::string, std::string>;
    virtual ~Metrics() = default;
    /// Names follow Prometheus: pilothouse_..._total, _seconds, _bytes.
    virtual void count(const std::string& name, const Labels& labels, double by = 1) = 0;
    virtual void gauge(const std::string& name, const Labels& labels, double value) = 0;
    virtual void observe(const std::string& name, const Labels& labels, double seconds) = 0;
    /// The text exposition format.
    virtual std::string text() const = 0;
};

}  // namespace ph
