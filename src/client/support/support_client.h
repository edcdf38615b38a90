#pragma once

#include "client/call.h"
#include "domain/support/support.h"

namespace ph::client {

class Connection;

/// Support bundles, for super administrators.
class SupportClient {
public:
    explicit SupportClient(Connection& connection) : m_connection(connection) {}

    Call<SupportBundle> bundle();

private:
    Connection& m_connection;
};

}  // namespace ph::client
