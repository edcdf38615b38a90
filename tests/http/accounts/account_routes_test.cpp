#include "http/live_site.h"

namespace ph::test {
namespace {

class AccountRoutes : public LiveTest {
protected:
    Answer post(std::string_view path, std::string_view token, std::string_view body) {
        auto client = site.connect();
        return client.request("POST", path, token, body);
    }
    Answer call(std::string_view method, std::string_view path, std::string_view token, std::string_view body = {}) {
        auto client = site.connect();
        return client.request(method, path, token, body);
    }
};

TEST_F(AccountRoutes, LogsInWithAPasswordAndOutAgain) {
    const auto answer = post("/api/v1/sessions", {}, R"({"user":"root","password":"correct horse battery"})");
    ASSERT_EQ(answer.status, 201);
    const auto login = boost::json::parse(answer.body);
    EXPECT_EQ(login.at("user").at("name"), "root");
    EXPECT_EQ(login.at("user").at("role"), "super_admin");
    const std::string token(login.at("token").as_string());
    EXPECT_EQ(site.get("/api/v1/me", token).at("user").at("name"), "root");
    EXPECT_EQ(call("DELETE", "/api/v1/sessions/current", token).status, 200);
    EXPECT_EQ(call("GET", "/api/v1/me", token).status, 401);
}

TEST_F(AccountRoutes, RefusesAWrongPasswordWithoutSayingWhatWasWrong) {
    const auto wrong = post("/api/v1/sessions", {}, R"({"user":"root","password":"wrong"})");
    const auto unknown = post("/api/v1/sessions", {}, R"({"user":"nobody","password":"wrong"})");
    EXPECT_EQ(wrong.status, 401);
    EXPECT_EQ(errorOf(wrong), "bad-credentials");
    EXPECT_EQ(wrong.body, unknown.body);
}

TEST_F(AccountRoutes, SaysHowLongToWaitAfterManyWrongPasswords) {
    Answer answer;
    for (int i = 0; i < 30 && answer.status != 429; ++i)
        answer = post("/api/v1/sessions", {}, R"({"user":"root","password":"wrong"})");
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(errorOf(answer), "login-back-off");
    EXPECT_GT(std::stoi(answer.headers.at("retry-after")), 0);
}

TEST_F(AccountRoutes, NamesEveryFieldThatIsWrong) {
    const auto answer = post("/api/v1/sessions", {}, R"({"user":7,"pasword":"x"})");
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(errorOf(answer), "invalid");
    std::set<std::string> paths;
    const auto problem = boost::json::parse(answer.body);
    for (const auto& fault : problem.at("faults").as_array()) paths.insert(std::string(fault.at("path").as_string()));
    EXPECT_EQ(paths, (std::set<std::string>{"user", "pasword", "password"}));
}

TEST_F(AccountRoutes, MakesListsAndChangesUsers) {
    const auto made =
        post("/api/v1/users", site.root, R"({"name":"uma","password":"long enough for uma","role":"user"})");
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id(boost::json::parse(made.body).at("id").as_string());
    EXPECT_EQ(site.get("/api/v1/users").at("items").as_array().size(), 2U);
    const auto changed = call("PATCH", "/api/v1/users/" + id, site.root, R"({"display_name":"Uma"})");
    EXPECT_EQ(changed.status, 200);
    EXPECT_EQ(boost::json::parse(changed.body).at("display_name"), "Uma");
    EXPECT_EQ(post("/api/v1/users", site.root, R"({"name":"uma","password":"long enough for uma"})").status, 409);
    EXPECT_EQ(call("PATCH", "/api/v1/users/uaaaaaaaaaaaaa", site.root, "{}").status, 404);
    EXPECT_EQ(call("PATCH", "/api/v1/users/nonsense", site.root, "{}").status, 404);
}

TEST_F(AccountRoutes, KeepsUserAdministrationFromUsers) {
    const auto token = site.tokenOf("uma");
    EXPECT_EQ(call("GET", "/api/v1/users", token).status, 403);
    EXPECT_EQ(post("/api/v1/users", token, R"({"name":"eve","password":"long enough for eve"})").status, 403);
}

TEST_F(AccountRoutes, MakesAndRevokesTokens) {
    const auto made = post("/api/v1/tokens", site.root, R"({"name":"laptop","expires_in":"1h"})");
    ASSERT_EQ(made.status, 201) << made.body;
    const auto token = boost::json::parse(made.body);
    const std::string secret(token.at("secret").as_string()), id(token.at("token").at("id").as_string());
    EXPECT_EQ(call("GET", "/api/v1/me", secret).status, 200);
    const auto listed = site.get("/api/v1/tokens").at("items");
    ASSERT_EQ(listed.as_array().size(), 1U);
    EXPECT_EQ(listed.at(0).at("name"), "laptop");
    EXPECT_EQ(call("DELETE", "/api/v1/tokens/" + id, site.root).status, 200);
    EXPECT_EQ(call("GET", "/api/v1/me", secret).status, 401);
    EXPECT_EQ(call("DELETE", "/api/v1/tokens/" + id, site.root).status, 404);
    EXPECT_EQ(call("DELETE", "/api/v1/tokens/x", site.root).status, 404);
}

TEST_F(AccountRoutes, KeepsSecretsWithoutShowingThem) {
    EXPECT_EQ(call("PUT", "/api/v1/secrets/API_KEY", site.root, R"({"value":"hush"})").status, 200);
    const auto answer = call("GET", "/api/v1/secrets", site.root);
    EXPECT_EQ(answer.body, R"({"items":["API_KEY"]})");
    EXPECT_EQ(call("PUT", "/api/v1/secrets/no%20name", site.root, R"({"value":"hush"})").status, 400);
    EXPECT_EQ(call("DELETE", "/api/v1/secrets/API_KEY", site.root).status, 200);
    EXPECT_EQ(call("DELETE", "/api/v1/secrets/API_KEY", site.root).status, 404);
}

TEST_F(AccountRoutes, KnowsTheFirstAdministratorOnTheUnixSocket) {
    auto client = TestClient::local(site.server->socketPath());
    const auto answer = client.request("GET", "/api/v1/me");
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(boost::json::parse(answer.body).at("user").at("name"), "root");
}

}  // namespace
}  // namespace ph::test
