#pragma once

#include <boost/json/value.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ph::engine {

/// Takes JSON values out of a stream of bytes in which each stands on a line of its own, as the engine tells of events
/// and of a pull's progress. Cut anywhere. A line that is no JSON or has more than kLongest bytes breaks it for good.
class JsonLines {
public:
    static constexpr std::size_t kLongest = 1 << 20;

    /// What is whole now; nothing once it is broken.
    std::vector<boost::json::value> feed(std::string_view bytes);
    bool broken() const { return m_broken; }

private:
    void take(std::string_view line, std::vector<boost::json::value>& values);

    std::string m_rest;
    bool m_broken = false;
};

}  // namespace ph::engine
