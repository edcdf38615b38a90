#pragma once

#include "app/shim/loop.h"
#include "shim/messages.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ph::shim {

class Connection;

/// One channel of one connection, as its Channel sees it. Valid for as long as the Channel lives.
class Line {
public:
    Line(Connection& connection, std::uint32_t id) : m_connection(&connection), m_id(id) {}
    /// How much may be sent now: credit of the peer, and what the connection still takes.
    std::size_t room() const;
    /// At most room() bytes.
    void send(std::uint8_t stream, std::string_view bytes);
    void grant(std::size_t bytes);
    void finish();
    /// The last call: the Channel is destroyed soon after.
    void close(const CloseNotice& notice);

private:
    Connection* m_connection;
    std::uint32_t m_id;
};

}  // namespace ph::shim
