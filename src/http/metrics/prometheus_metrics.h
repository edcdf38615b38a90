#pragma once

#include "ports/metrics.h"

#include <memory>

namespace ph::http {

/// The controller's own figures in prometheus-cpp's registry.
class PrometheusMetrics final : public Metrics {
public:
    PrometheusMetrics();
    ~PrometheusMetrics() override;
    void count(const std::string& name, const Labels& labels, double by) override;
    void gauge(const std::string& name, const Labels& labels, double value) override;
    void observe(const std::string& name, const Labels& labels, double seconds) override;
    std::string text() const override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace ph::http
