#include "http/live_site.h"

namespace ph::test {
namespace {

class QueueRoutes : public LiveTest {
protected:
    QueueRoutes() { path = "/api/v1/queues/" + std::string(queue().at("org").as_string()); }
    Answer put(std::string_view body) {
        auto client = site.connect();
        return client.request("PUT", path, site.root, body);
    }
    boost::json::value queue() { return site.get("/api/v1/queues", site.root).at("items").at(0); }
    std::string path;
};

TEST_F(QueueRoutes, SetWhatTheyThenTell) {
    const auto set = put(R"({"weight":3,"guaranteed":{"cpu":0.5},"limit":{"memory":1048576,"accelerators":2}})");
    ASSERT_EQ(set.status, 200) << set.body;
    const auto told = queue();
    EXPECT_EQ(told, boost::json::parse(set.body));
    EXPECT_EQ(told.at("settings").at("weight"), 3);
    EXPECT_EQ(told.at("settings").at("limit").at("accelerators"), 2);
    EXPECT_EQ(told.at("held").at("accelerators"), 0);
}

TEST_F(QueueRoutes, RefuseUnknownNegativeAndHugeAmountsByTheirPath) {
    const std::pair<const char*, const char*> bad[] = {
        {R"({"limit":{"disks":1}})", "limit.disks"},
        {R"({"wait":1})", "wait"},
        {R"({"limit":{"cpu":-1}})", "limit.cpu"},
        {R"({"guaranteed":{"memory":9223372036854775807}})", "guaranteed.memory"},
        {R"({"limit":{"accelerators":99999999999999999999}})", "limit.accelerators"},
        {R"({"weight":0})", "weight"},
    };
    for (const auto& [body, field] : bad) {
        const auto answer = put(body);
        EXPECT_EQ(answer.status, 400) << body;
        const auto faults = boost::json::parse(answer.body).at("faults").as_array();
        ASSERT_EQ(faults.size(), 1u) << answer.body;
        EXPECT_EQ(faults.front().at("path"), field);
    }
    EXPECT_EQ(queue().at("settings").at("weight"), 1) << "nothing was set";
}

}  // namespace
}  // namespace ph::test
