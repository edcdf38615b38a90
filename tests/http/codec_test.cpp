#include "http/host_check.h"
#include "http/query.h"
#include "http/request_checks.h"
#include "http/text_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace ph::http {
namespace {

TEST(PercentDecoding, UndoesEscapes) {
    EXPECT_EQ(percentDecoded("a%20b%2Fc+d", false), "a b/c+d");
    EXPECT_EQ(percentDecoded("a+b", true), "a b");
    EXPECT_EQ(percentDecoded("n%C3%A4me", false), "näme");
}

TEST(PercentDecoding, RefusesBrokenEscapesAndNul) {
    for (const auto* text : {"%", "%4", "%zz", "%4z", "a%00b"}) EXPECT_FALSE(percentDecoded(text, false)) << text;
}

TEST(QueryText, IsSplitIntoNamesAndValues) {
    using Map = std::map<std::string, std::string>;
    EXPECT_EQ(parseQuery(""), Map());
    EXPECT_EQ(parseQuery("a=1&b=x%26y&&c"), (Map{{"a", "1"}, {"b", "x&y"}, {"c", ""}}));
    EXPECT_EQ(parseQuery("a=b=c"), (Map{{"a", "b=c"}}));
    EXPECT_FALSE(parseQuery("a=1&a=2"));
    EXPECT_FALSE(parseQuery("a=%4"));
    EXPECT_FALSE(parseQuery("%=1"));
}

TEST(Cursors, ReadBackAsTheyWereWritten) {
    for (const std::int64_t position : {0L, 1L, 9L, 10L, 142L, 99'999L, std::numeric_limits<std::int64_t>::max()})
        EXPECT_EQ(parseCursor(cursorText(position)), position);
    EXPECT_EQ(cursorText(7).find_first_of("+/="), std::string::npos);
}

TEST(Cursors, RefuseEverythingElse) {
    for (const std::string& text : {std::string(), std::string("p7"), std::string("!!!!"), std::string("cDc="),
                                    std::string("AAAA"), std::string("cA"), std::string(1000, 'A')})
        EXPECT_FALSE(parseCursor(text)) << text;
    std::mt19937 random(7);
    for (int i = 0; i < 10'000; ++i) {
        std::string text(random() % 12, ' ');
        for (char& c : text) c = static_cast<char>(random() % 256);
        if (const auto position = parseCursor(text)) {
            EXPECT_EQ(cursorText(*position), text);
        }
    }
}

TEST(Digests, AreLowerCaseHexadecimal) {
    EXPECT_EQ(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

class QueryTest : public ::testing::Test {
protected:
    Request request;
    std::vector<std::string> faults(Query& query) {
        std::vector<std::string> list;
        const Result<> done = query.done();
        if (done) return list;
        for (const auto& fault : done.error().faults) list.push_back(fault.path + " " + fault.code);
        return list;
    }
};

TEST_F(QueryTest, ReadsTypes) {
    request.query = {{"name", "x"},
                     {"limit", "7"},
                     {"from", "-3"},
                     {"follow", "true"},
                     {"state", "queued,running"},
                     {"cursor", cursorText(9)}};
    Query query(request);
    EXPECT_EQ(query.text("name"), "x");
    EXPECT_EQ(query.text("other"), "");
    EXPECT_EQ(query.integer("limit", 1), 7);
    EXPECT_EQ(query.integer("from", 0, -10), -3);
    EXPECT_EQ(query.integer("absent", 42), 42);
    EXPECT_TRUE(query.flag("follow"));
    EXPECT_FALSE(query.flag("absent"));
    EXPECT_EQ(query.cursor("cursor"), 9);
    EXPECT_EQ(query.cursor("absent"), 0);
    EXPECT_TRUE(query.done());
}

TEST_F(QueryTest, KeepsEveryFault) {
    request.query = {{"limit", "ten"}, {"count", "0"},  {"follow", "yes"},
                     {"cursor", "?"},  {"owner", "me"}, {"huge", "99999999999999999999"}};
    Query query(request);
    query.integer("limit", 1);
    query.integer("count", 1, 1, 5);
    query.integer("huge", 1);
    query.flag("follow");
    query.cursor("cursor");
    EXPECT_FALSE(query.id<UserId>("owner"));
    EXPECT_EQ(faults(query), (std::vector<std::string>{"query.limit type", "query.count range", "query.huge type",
                                                       "query.follow type", "query.cursor cursor", "query.owner id"}));
}

TEST(HostNames, AreOursOrForeign) {
    const HostCheck hosts({"Cluster.example"});
    for (const auto* host :
         {"localhost", "localhost:1", "LocalHost:65535", "127.0.0.1", "[::1]:7443", "cluster.example:443"})
        EXPECT_TRUE(hosts.accepts(host)) << host;
    EXPECT_TRUE(hosts.accepts(machineName()));
    for (const auto* host : {"", ":", ":80", "localhost:", "localhost:a", "localhost:1234567", "::1", "[::1", "[::1]x",
                             "evil", "127.0.0.1.evil"})
        EXPECT_FALSE(hosts.accepts(host)) << host;
}

TEST(Origins, AreTheSamePlaceOrAnother) {
    EXPECT_TRUE(HostCheck::sameOrigin("https://localhost:7443", "LOCALHOST:7443"));
    for (const auto* origin : {"null", "http://localhost:7443", "https://localhost", "https://localhost:7443.evil", ""})
        EXPECT_FALSE(HostCheck::sameOrigin(origin, "localhost:7443")) << origin;
}

TEST(AccessClasses, FollowTheRoles) {
    using api::Access;
    struct Row {
        Role role;
        std::vector<bool> may;  ///< Public, LoggedIn, OrgAdmin, SuperAdmin
    };
    for (const Row& row : {Row{Role::User, {true, true, false, false}}, Row{Role::OrgAdmin, {true, true, true, false}},
                           Row{Role::SuperAdmin, {true, true, true, true}}}) {
        std::vector<bool> may;
        for (const auto access : {Access::Public, Access::LoggedIn, Access::OrgAdmin, Access::SuperAdmin})
            may.push_back(mayCall(row.role, access));
        EXPECT_EQ(may, row.may);
    }
}

}  // namespace
}  // namespace ph::http
