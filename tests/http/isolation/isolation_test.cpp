#include "api/error_names.h"
#include "api/problem.h"
#include "api/version.h"
#include "http/isolation/two_organisations.h"
#include "http/text_codec.h"

#include <algorithm>

namespace ph::test {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

std::string_view lettersOf(const Expectation& row, std::optional<Role> role) {
    return role == Role::SuperAdmin ? row.root : role == Role::OrgAdmin ? row.admin : row.user;
}

int statusOf(std::string_view error) {
    const auto* id = api::findErrorId(error);
    return id ? api::statusOf(id->kind) : 0;
}

/// Everything of an answer by which somebody could tell two of them apart.
std::string toldBy(const Answer& answer, const std::string& thing) {
    std::string text = std::to_string(answer.status);
    for (const auto& [name, value] : answer.headers)
        if (name != "date" && name != "content-length") text += '\n' + name + ": " + value;
    text += "\n\n" + answer.body;
    return thing.empty() ? text : replaced(text, thing, "THING");
}

/// A list without where the event log stands, which everybody may know.
std::string itemsOf(const Answer& answer) {
    boost::system::error_code failed;
    const auto json = boost::json::parse(answer.body, failed);
    const auto* object = failed ? nullptr : json.if_object();
    return object && object->contains("items") ? boost::json::serialize(object->at("items")) : answer.body;
}

boost::json::object describedStatuses(const api::Route& route) {
    static const auto document = api::openApiDocument();
    std::string method(api::methodName(route.method));
    for (char& c : method) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto& path = document.at("paths").at(std::string(api::kPrefix) + std::string(route.path));
    return path.at(method).at("responses").as_object();
}

class Isolation : public ::testing::TestWithParam<Expectation> {
protected:
    static void SetUpTestSuite() { s_organisations = std::make_unique<TwoOrganisations>(); }
    static void TearDownTestSuite() { s_organisations.reset(); }

    struct Cell {
        Caller caller;
        char letter = '.';
        std::string thing;
        std::string from;  ///< the events' position before the thing was made
        std::string mark;  ///< an event that the caller sees, after the thing's
    };

    TwoOrganisations& organisations() { return *s_organisations; }
    const Expectation& row() const { return GetParam(); }
    const api::Route& route() const { return api::route(row().route); }
    std::string pathFor(const Cell& cell) const;
    Answer send(const Cell& cell, const std::string& token);
    Answer stream(const Cell& cell, const std::string& path, const std::string& token);
    void expectSuccess(const Cell& cell, const Answer& answer, const Answer& earlier);
    /// Who, from where, what and which, and what there was before or is now.
    void expectRecord(const Cell& cell);
    void expectRefusal(std::string_view error, const Answer& answer);
    /// What the answer tells, if it was a refusal.
    std::string ask(const Caller& caller, Whose whose, char letter);
    void askAll(const Caller& caller);

private:
    static std::unique_ptr<TwoOrganisations> s_organisations;
    std::optional<TestClient> m_client;
};

std::unique_ptr<TwoOrganisations> Isolation::s_organisations;

std::string Isolation::pathFor(const Cell& cell) const {
    std::string path = std::string(api::kPrefix) + std::string(route().path);
    path = replaced(path, "{port}", "80");
    const auto& named = row().thing == Thing::Nothing ? s_organisations->site.planner.node.id.str() : cell.thing;
    for (const auto* parameter : {"{id}", "{name}", "{digest}"}) path = replaced(path, parameter, named);
    return replaced(replaced(path + std::string(row().query), "{}", cell.thing), "{from}", cell.from);
}

Answer Isolation::stream(const Cell& cell, const std::string& path, const std::string& token) {
    TestWebSocket socket(organisations().site.connect(), path, token);
    Answer answer = socket.answer();
    while (row().lists && answer.status == 101 && answer.body.find(cell.mark) == std::string::npos) {
        const auto message = socket.readMessage();
        if (!message) break;
        answer.body += message->payload;
    }
    return answer;
}

Answer Isolation::send(const Cell& cell, const std::string& token) {
    const auto path = pathFor(cell);
    if (route().response == api::Body::WebSocket) return stream(cell, path, token);
    std::string body = replaced(std::string(row().body), "{fresh}", organisations().fresh());
    if (body == "{content}") body = organisations().content(cell.thing);
    body = replaced(body, "{}", cell.thing);
    // Attempts to log in are counted; enough time passes between these.
    if (row().route == "sessions.create") organisations().site.clock.advance(std::chrono::minutes(16));
    if (!m_client) m_client.emplace(organisations().site.connect());
    const std::string_view type =
        body.empty() && route().request == api::Body::Json ? "Content-Type: application/json\r\n" : "";
    auto answer = m_client->request(api::methodName(route().method), path, token, body, type);
    if (answer.headers.contains("connection")) m_client.reset();
    return answer;
}

void Isolation::expectSuccess(const Cell& cell, const Answer& answer, const Answer& earlier) {
    const bool upgraded = route().response == api::Body::WebSocket;
    EXPECT_EQ(answer.status, upgraded ? 101 : row().status != 0 ? row().status : route().success) << answer.body;
    if (!row().lists) return;
    EXPECT_EQ(answer.body.find(cell.thing) != std::string::npos, cell.letter == 'y') << cell.thing << '\n'
                                                                                     << answer.body;
    if (cell.letter != 'n' || upgraded) return;
    EXPECT_EQ(itemsOf(answer), itemsOf(earlier)) << "what was made shows in the list of somebody who may not see it";
}

void Isolation::expectRecord(const Cell& cell) {
    const auto record = organisations().lastRecord();
    EXPECT_EQ(record.actor, cell.caller.name);
    EXPECT_EQ(record.from, "127.0.0.1");
    EXPECT_FALSE(record.action.empty());
    EXPECT_FALSE(record.object.empty());
    EXPECT_TRUE(record.org);
    EXPECT_FALSE(record.before.empty() && record.after.empty()) << record.action;
    for (const auto* text : {&record.before, &record.after})
        EXPECT_TRUE(text->empty() || boost::json::parse(*text).is_object()) << *text;
}

void Isolation::expectRefusal(std::string_view error, const Answer& answer) {
    EXPECT_EQ(errorOf(answer), error) << answer.body;
    EXPECT_EQ(answer.status, statusOf(error));
    EXPECT_EQ(answer.headers.at("content-type"), "application/problem+json");
    EXPECT_TRUE(describedStatuses(route()).contains(std::to_string(answer.status)))
        << "the description of the interface has no " << answer.status << " there";
}

std::string Isolation::ask(const Caller& caller, Whose whose, char letter) {
    const bool outsider = !caller.role && route().access != api::Access::Public;
    Cell cell{caller, letter, {}, positionText(organisations().positions().events), {}};
    Answer earlier;
    if (letter == 'n' && row().query.empty()) earlier = send(cell, caller.token);
    if (letter == 'n' && !row().query.empty()) earlier.body = R"({"items":[]})";
    cell.thing = organisations().make(row().thing, whose, caller);
    if (row().route == "events.stream") cell.mark = organisations().make(Thing::QueuedJob, Whose::Own, caller);
    const auto token = row().spendsToken && !outsider ? organisations().spareToken(caller) : caller.token;

    const auto before = organisations().positions();
    const auto answer = send(cell, token);
    const auto after = organisations().positions();
    const bool succeeds = !outsider && (letter == 'y' || letter == 'n');
    EXPECT_EQ(after.audit, before.audit + (succeeds ? row().audit : 0)) << "what was recorded";
    const bool changes = succeeds && row().audit > 0;
    EXPECT_TRUE(changes || after == before) << "something has changed";
    if (succeeds) expectSuccess(cell, answer, earlier);
    if (changes) expectRecord(cell);
    if (succeeds) return {};
    expectRefusal(outsider        ? "unauthenticated"
                  : letter == 'x' ? "not-allowed"
                  : letter == 'i' ? "invalid"
                  : letter == 'c' ? row().conflict
                                  : row().hidden,
                  answer);
    return toldBy(answer, cell.thing);
}

void Isolation::askAll(const Caller& caller) {
    const auto letters = lettersOf(row(), caller.role);
    ASSERT_EQ(letters.size(), kAllWhose.size());
    std::map<Whose, std::string> told;
    for (const auto whose : kAllWhose) {
        const char letter = letters[static_cast<std::size_t>(whose)];
        if (letter == '.') continue;
        SCOPED_TRACE(caller.name + " and what is " + nameOf(whose));
        told[whose] = ask(caller, whose, letter);
        if (HasFailure()) m_client.reset();
    }
    organisations().dropTokens(caller);
    const char absent = letters[static_cast<std::size_t>(Whose::Absent)];
    for (const auto& [whose, text] : told) {
        if (letters[static_cast<std::size_t>(whose)] != absent) continue;
        EXPECT_EQ(text, told.at(Whose::Absent))
            << caller.name << " can tell what is " << nameOf(whose) << " from what is absent";
    }
}

TEST_P(Isolation, AnswersEverybodyAsTheTableSays) {
    for (const auto& caller : organisations().callers()) askAll(caller);
}

std::string testName(const ::testing::TestParamInfo<Expectation>& info) {
    std::string name;
    bool upper = true;
    for (const char c : info.param.route) {
        if (c != '.') name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = c == '.';
    }
    return name + std::string(info.param.what);
}

INSTANTIATE_TEST_SUITE_P(Route, Isolation, ::testing::ValuesIn(expectations()), testName);

TEST(IsolationTable, HasARowForEveryRoute) {
    for (const auto& route : api::routes()) {
        const auto isOf = [&route](const Expectation& row) { return row.route == route.id; };
        EXPECT_TRUE(std::any_of(expectations().begin(), expectations().end(), isOf))
            << route.id << " has no row: say in expectations.cpp who may call it with whose things";
    }
}

/// A route that changes something by its method, or by what is sent over its WebSocket. None is left out for its name:
/// what changes nothing on purpose says so here.
bool changes(const api::Route& route) {
    if (route.id == "sessions.create") return false;  // its record is AuthenticationTest's: it has no caller yet
    return route.method != api::Method::Get || route.id == "jobs.exec" || route.id == "jobs.files.put";
}

TEST(IsolationTable, EveryRouteThatChangesSomethingLeavesItsRecord) {
    for (const auto& route : api::routes()) {
        if (!changes(route)) continue;
        const auto records = [&route](const Expectation& row) { return row.route == route.id && row.audit > 0; };
        EXPECT_TRUE(std::any_of(expectations().begin(), expectations().end(), records))
            << route.id << " has no row with a record: what changes has to be told to the audit log";
        for (const auto& row : expectations()) {
            const bool succeeds =
                (std::string(row.user) + std::string(row.admin) + std::string(row.root)).find('y') != std::string::npos;
            const bool checksOnly = row.query.find("dry_run") != std::string_view::npos;
            EXPECT_TRUE(row.route != route.id || !succeeds || checksOnly || row.audit > 0) << row.route << row.what;
        }
    }
}

TEST(IsolationTable, LetsNobodyButTheSitesAdministratorTellForeignFromAbsent) {
    for (const auto& row : expectations()) {
        for (const auto letters : {row.user, row.admin})
            EXPECT_EQ(letters[static_cast<std::size_t>(Whose::Foreign)],
                      letters[static_cast<std::size_t>(Whose::Absent)])
                << row.route << row.what;
    }
}

class TwoOrganisationsTest : public ::testing::Test {
protected:
    std::string submitWithKey(const std::string& name) {
        auto client = organisations.site.connect();
        const auto answer = client.request("POST", "/api/v1/jobs", organisations.person(name).token,
                                           R"({"command":["true"]})", "Idempotency-Key: the-same\r\n");
        EXPECT_EQ(answer.status, 201) << answer.body;
        return std::string(boost::json::parse(answer.body).at("jobs").at(0).at("id").as_string());
    }
    std::string secretOf(const std::string& name) {
        const auto& who = organisations.person(name).who;
        auto look = [&who](Transaction& tx) { return tx.secrets().get(who.org, who.user, "KEY"); };
        return organisations.site.run(readFor(*organisations.site.database, look)).value().value_or("none");
    }

    TwoOrganisations organisations;
};

TEST_F(TwoOrganisationsTest, AnIdempotencyKeyIsThePersonsOwn) {
    const auto first = submitWithKey("uma");
    EXPECT_EQ(submitWithKey("uma"), first);
    for (const auto* other : {"ugo", "ada", "bob", "root"}) EXPECT_NE(submitWithKey(other), first) << other;
}

TEST_F(TwoOrganisationsTest, ASecretOfTheSameNameIsAnotherSecret) {
    for (const auto* name : {"uma", "ugo", "bob"}) {
        auto client = organisations.site.connect();
        const auto body = fmt::format(R"({{"value":"of {}"}})", name);
        EXPECT_EQ(client.request("PUT", "/api/v1/secrets/KEY", organisations.person(name).token, body).status, 200);
    }
    auto client = organisations.site.connect();
    EXPECT_EQ(client.request("DELETE", "/api/v1/secrets/KEY", organisations.person("ugo").token).status, 200);
    EXPECT_EQ(secretOf("uma"), "of uma");
    EXPECT_EQ(secretOf("ugo"), "none");
    EXPECT_EQ(secretOf("bob"), "of bob");
}

TEST_F(TwoOrganisationsTest, AFileThatAnotherOrganisationHasIsSentInFullAndKeptOnce) {
    const std::string content = "a model of blue";
    const auto digest = "sha256:" + http::sha256Hex(content);
    const auto send = [&](const char* method, const std::string& path, const std::string& name,
                          const std::string& body) {
        auto client = organisations.site.connect();
        const auto headers = fmt::format("Content-Length: {}\r\n\r\n", body.size());
        client.send(requestHead(method, "/api/v1/blobs/" + digest + path, organisations.person(name).token, headers) +
                    body);
        return client.read().status;
    };
    ASSERT_EQ(send("PUT", "", "bob", content), 201);
    EXPECT_EQ(send("GET", "/info", "ben", {}), 200) << "of the same organisation";
    for (const auto* name : {"uma", "ada", "root"}) EXPECT_EQ(send("GET", "/info", name, {}), 404) << name;
    EXPECT_EQ(send("PUT", "", "uma", "something else"), 400) << "the digest alone shows nothing";
    EXPECT_EQ(send("PUT", "", "uma", {}), 400);
    EXPECT_EQ(send("GET", "/info", "uma", {}), 404);
    EXPECT_EQ(send("PUT", "", "uma", content), 201);
    EXPECT_EQ(send("GET", "/info", "uma", {}), 200);
}

}  // namespace
}  // namespace ph::test
