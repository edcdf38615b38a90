#include "http/metrics/prometheus_metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <mutex>

namespace ph::http {

namespace {

const prometheus::Histogram::BucketBoundaries& buckets() {
    static const prometheus::Histogram::BucketBoundaries list{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                              0.1,    0.25,  0.5,    1,     2.5,  5,     10};
    return list;
}

template <class Metric>
using Families = std::map<std::string, prometheus::Family<Metric>*>;

}  // namespace

struct PrometheusMetrics::Impl {
    template <class Metric, class Builder>
    prometheus::Family<Metric>& family(Families<Metric>& known, const std::string& name, Builder builder) {
        const std::lock_guard lock(mutex);
        auto& place = known[name];
        if (!place) place = &builder().Name(name).Register(registry);
        return *place;
    }

    prometheus::Registry registry;
    std::mutex mutex;
    Families<prometheus::Counter> counters;
    Families<prometheus::Gauge> gauges;
    Families<prometheus::Histogram> histograms;
};

PrometheusMetrics::PrometheusMetrics() : m_impl(std::make_unique<Impl>()) {}
PrometheusMetrics::~PrometheusMetrics() = default;

void PrometheusMetrics::count(const std::string& name, const Labels& labels, double by) {
    m_impl->family(m_impl->counters, name, &prometheus::BuildCounter).Add(labels).Increment(by);
}

void PrometheusMetrics::gauge(const std::string& name, const Labels& labels, double value) {
    m_impl->family(m_impl->gauges, name, &prometheus::BuildGauge).Add(labels).Set(value);
}

void PrometheusMetrics::observe(const std::string& name, const Labels& labels, double seconds) {
    m_impl->family(m_impl->histograms, name, &prometheus::BuildHistogram).Add(labels, buckets()).Observe(seconds);
}

std::string PrometheusMetrics::text() const {
    return prometheus::TextSerializer().Serialize(m_impl->registry.Collect());
}

}  // namespace ph::http
