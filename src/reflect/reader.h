#pragma once

#include "base/error.h"

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ph::reflect {

/// Whether a plain number or boolean may stand for a string: YAML writers expect `[sleep, 60]` to work, JSON ones do
/// not.
enum class Scalars { Strict, Lenient };

/// Collects every fault of a document while its parts are decoded, each with its path. At most 100 are kept.
class Reader {
public:
    explicit Reader(Scalars scalars) : m_scalars(scalars) {}

    /// Extends the path for as long as it lives.
    class Step {
    public:
        Step(Reader& reader, std::string_view member);
        Step(Reader& reader, std::size_t index);
        ~Step() { m_reader.m_path.resize(m_length); }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;

    private:
        Reader& m_reader;
        std::size_t m_length;
    };

    void fault(std::string code, std::string value, std::string allowed);
    void wrongType(const boost::json::value& value, std::string_view allowed);
    void unknownField(std::string_view name, std::span<const std::string> known);

    std::optional<std::string> text(const boost::json::value& value, std::string_view allowed = "a string");
    std::optional<std::int64_t> integer(const boost::json::value& value, std::int64_t low, std::int64_t high);
    std::optional<double> number(const boost::json::value& value);
    std::optional<bool> boolean(const boost::json::value& value);

    std::vector<Fault> takeFaults() { return std::move(m_faults); }
    bool clean() const { return m_faults.empty(); }

private:
    std::string m_path;
    std::vector<Fault> m_faults;
    Scalars m_scalars;
};

/// The value as short text for a fault: at most 80 bytes, cut at a character.
std::string shortText(const boost::json::value& value);

/// The candidate nearest to `word` for "did you mean", or empty if none is close.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace ph::reflect
