#pragma once

#include "api/events.h"
#include "client/call.h"

namespace ph::client {

class Connection;

/// Kept events, for catching up without a stream.
class EventClient {
public:
    explicit EventClient(Connection& connection) : m_connection(connection) {}

    Call<api::EventPage> page(const std::string& after, int limit);

private:
    Connection& m_connection;
};

}  // namespace ph::client
