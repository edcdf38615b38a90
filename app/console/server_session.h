#pragma once

#include "client/accounts/account_client.h"
#include "client/connection.h"
#include "mirror/mirror.h"

#include <QString>

namespace ph {

/// What belongs to one log-in: the connection, the mirror over it and the window over both.
struct ServerSession {
    client::Connection connection;
    mirror::Mirror mirror;
    client::AccountClient accounts;
    client::Call<api::ServerInfo> serverCall;
    client::Call<api::Me> meCall;
    client::Call<api::Empty> logoutCall;
    QString user;

    explicit ServerSession(client::ServerProfile profile)
        : connection(std::move(profile)), mirror(connection), accounts(connection) {}
};

}  // namespace ph
