#pragma once

#include "api/jobs.h"
#include "api/nodes.h"
#include "client/call.h"

namespace ph::client {

class Connection;

/// Nodes with what they have and hold, and their recent readings.
class NodeClient {
public:
    explicit NodeClient(Connection& connection) : m_connection(connection) {}

    Call<api::NodeList> list();
    Call<api::SampleList> samples(NodeId id, int count);

private:
    Connection& m_connection;
};

}  // namespace ph::client
