#pragma once

#include "api/accounts.h"
#include "api/version.h"
#include "client/call.h"

namespace ph::client {

class Connection;

/// Log-in, people, personal tokens and secrets.
class AccountClient {
public:
    explicit AccountClient(Connection& connection) : m_connection(connection) {}

    Call<api::ServerInfo> serverInfo();
    /// The answer's token is not set on the connection: the caller decides where it is kept.
    Call<api::LoginAnswer> login(const api::LoginRequest& request);
    Call<api::Empty> logout();
    Call<api::Me> me();

    Call<api::UserList> users();
    Call<User> createUser(const api::NewUser& user);
    Call<User> changeUser(UserId id, const api::UserPatch& patch);

    Call<api::TokenList> tokens();
    Call<api::TokenSecret> createToken(const api::NewToken& token);
    Call<api::Empty> removeToken(TokenId id);

    Call<api::SecretList> secrets();
    Call<api::Empty> putSecret(const std::string& name, const std::string& value);
    Call<api::Empty> removeSecret(const std::string& name);

private:
    Connection& m_connection;
};

}  // namespace ph::client
