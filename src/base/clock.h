#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ph {

/// Microseconds since 1970 in UTC, for people and for the store. Zero means "not yet".
struct Timestamp {
    std::int64_t micros = 0;
    friend constexpr auto operator<=>(const Timestamp&, const Timestamp&) = default;
    constexpr explicit operator bool() const { return micros != 0; }
};

constexpr Timestamp operator+(Timestamp t, std::chrono::microseconds d) { return {t.micros + d.count()}; }
constexpr std::chrono::microseconds operator-(Timestamp a, Timestamp b) {
    return std::chrono::microseconds(a.micros - b.micros);
}

/// Wall time for records, and a monotonic reading that does not count a suspended machine. Thread-safe.
class Clock {
public:
    virtual ~Clock() = default;
    virtual Timestamp now() const = 0;
    virtual std::chrono::microseconds monotonic() const = 0;
};

class SystemClock final : public Clock {
public:
    Timestamp now() const override;
    std::chrono::microseconds monotonic() const override;
};

/// The kernel's boot id; monotonic readings compare only within one. Empty if the kernel tells none.
std::string bootId();

/// RFC 3339 in UTC with microseconds: "2026-01-02T03:04:05.000006Z".
std::string timestampText(Timestamp time);
/// Zero on text that timestampText could not have written.
Timestamp parseTimestamp(const std::string& text);

}  // namespace ph
