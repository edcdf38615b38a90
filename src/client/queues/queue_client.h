#pragma once

#include "api/queues.h"
#include "client/call.h"

namespace ph::client {

class Connection;

/// What organisations may have of the site.
class QueueClient {
public:
    explicit QueueClient(Connection& connection) : m_connection(connection) {}

    Call<api::QueueList> list();
    Call<Queue> set(OrgId org, const QueueSettings& settings);

private:
    Connection& m_connection;
};

}  // namespace ph::client
