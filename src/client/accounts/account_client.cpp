#include "client/accounts/account_client.h"

#include "client/decode.h"

namespace ph::client {

Call<api::ServerInfo> AccountClient::serverInfo() {
    return makeCall<api::ServerInfo>(m_connection, {.route = "server.info"});
}

Call<api::LoginAnswer> AccountClient::login(const api::LoginRequest& request) {
    return makeCall<api::LoginAnswer>(m_connection, {.route = "sessions.create", .body = encodeBody(request)});
}

Call<api::Empty> AccountClient::logout() {
    return makeCall<api::Empty>(m_connection, {.route = "sessions.delete"});
}

Call<api::Me> AccountClient::me() {
    return makeCall<api::Me>(m_connection, {.route = "me.get"});
}

Call<api::UserList> AccountClient::users() {
    return makeCall<api::UserList>(m_connection, {.route = "users.list"});
}

Call<User> AccountClient::createUser(const api::NewUser& user) {
    return makeCall<User>(m_connection, {.route = "users.create", .body = encodeBody(user)});
}

Call<User> AccountClient::changeUser(UserId id, const api::UserPatch& patch) {
    return makeCall<User>(m_connection,
                          {.route = "users.change", .path = {{"id", id.str()}}, .body = encodeBody(patch)});
}

Call<api::TokenList> AccountClient::tokens() {
    return makeCall<api::TokenList>(m_connection, {.route = "tokens.list"});
}

Call<api::TokenSecret> AccountClient::createToken(const api::NewToken& token) {
    return makeCall<api::TokenSecret>(m_connection, {.route = "tokens.create", .body = encodeBody(token)});
}

Call<api::Empty> AccountClient::removeToken(TokenId id) {
    return makeCall<api::Empty>(m_connection, {.route = "tokens.delete", .path = {{"id", id.str()}}});
}

Call<api::SecretList> AccountClient::secrets() {
    return makeCall<api::SecretList>(m_connection, {.route = "secrets.list"});
}

Call<api::Empty> AccountClient::putSecret(const std::string& name, const std::string& value) {
    return makeCall<api::Empty>(
        m_connection, {.route = "secrets.put", .path = {{"name", name}}, .body = encodeBody(api::SecretValue{value})});
}

Call<api::Empty> AccountClient::removeSecret(const std::string& name) {
    return makeCall<api::Empty>(m_connection, {.route = "secrets.delete", .path = {{"name", name}}});
}

}  // namespace ph::client
