#pragma once

#include <cstdint>
#include <string_view>

namespace ph::shim {

/// The shim's end of one open channel. The connection calls it; it answers through its Line.
class Channel {
public:
    virtual ~Channel() = default;
    virtual void data(std::string_view) {}
    /// The peer has ended its input.
    virtual void eof() {}
    /// More may be sent, or there may be more to send.
    virtual void pump() = 0;
    virtual void resize(int, int) {}
    virtual void signal(int) {}
};

}  // namespace ph::shim
