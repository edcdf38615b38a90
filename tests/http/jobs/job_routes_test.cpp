#include "http/live_site.h"

namespace ph::test {
namespace {

class JobRoutes : public LiveTest {
protected:
    Answer call(std::string_view method, const std::string& path, std::string_view body = {},
                std::string_view headers = {}) {
        auto client = site.connect();
        return client.request(method, "/api/v1" + path, site.root, body, headers);
    }
    static std::string id(const Answer& submitted) {
        return std::string(boost::json::parse(submitted.body).at("jobs").at(0).at("id").as_string());
    }
};

TEST_F(JobRoutes, SubmitsAJobAndShowsIt) {
    const auto answer = call("POST", "/jobs", R"({"command":["sleep","60"],"name":"nap","time_limit":"2h"})");
    ASSERT_EQ(answer.status, 201) << answer.body;
    const auto job = boost::json::parse(answer.body).at("jobs").at(0);
    EXPECT_EQ(job.at("name"), "nap");
    EXPECT_EQ(job.at("state"), "queued");
    EXPECT_EQ(job.at("number"), 1);
    const auto detail = site.get("/api/v1/jobs/" + id(answer));
    EXPECT_EQ(detail.at("job").at("id"), job.at("id"));
    EXPECT_EQ(detail.at("spec").at("command"), boost::json::parse(R"(["sleep","60"])"));
    EXPECT_EQ(detail.at("spec").at("time_limit"), "2h");
    EXPECT_EQ(detail.at("task_runs").as_array().size(), 0U);
    EXPECT_EQ(detail.at("history").as_array().size(), 1U);
}

TEST_F(JobRoutes, OnlyChecksAJobWithDryRun) {
    const auto answer = call("POST", "/jobs?dry_run=true", R"({"command":["true"]})");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(site.get("/api/v1/jobs").at("items").as_array().size(), 0U);
    EXPECT_EQ(call("POST", "/jobs?dry_run=perhaps", R"({"command":["true"]})").status, 400);
}

TEST_F(JobRoutes, NamesEveryFaultOfASpec) {
    const auto answer = call("POST", "/jobs", R"({"comand":["true"],"priority":"high","resources":{"memory":"lots"}})");
    EXPECT_EQ(answer.status, 400);
    std::set<std::string> paths;
    const auto problem = boost::json::parse(answer.body);
    for (const auto& fault : problem.at("faults").as_array()) paths.insert(std::string(fault.at("path").as_string()));
    EXPECT_EQ(paths, (std::set<std::string>{"comand", "command", "priority", "resources.memory"}));
    const auto faults =
        boost::json::parse(call("POST", "/jobs", R"({"command":["true"],"priority":1000,"array":-1})").body)
            .at("faults");
    EXPECT_EQ(faults.as_array().size(), 2U);
}

TEST_F(JobRoutes, AnswersARepeatedKeyWithTheFirstJob) {
    const std::string_view key = "Idempotency-Key: once\r\n";
    const auto first = call("POST", "/jobs", R"({"command":["true"]})", key);
    const auto again = call("POST", "/jobs", R"({"command":["true"]})", key);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(id(first), id(again));
    EXPECT_EQ(site.get("/api/v1/jobs").at("items").as_array().size(), 1U);
    const auto other = call("POST", "/jobs", R"({"command":["false"]})", key);
    EXPECT_EQ(other.status, 422);
    EXPECT_EQ(errorOf(other), "idempotency-mismatch");
}

TEST_F(JobRoutes, ListsJobsPageByPage) {
    for (int i = 0; i < 5; ++i) site.submit(site.root, fmt::format(R"({{"command":["true"],"name":"job {}"}})", i));
    std::vector<std::string> names;
    std::string cursor;
    int pages = 0;
    do {
        const auto page = site.get("/api/v1/jobs?limit=2" + (cursor.empty() ? "" : "&cursor=" + cursor));
        for (const auto& job : page.at("items").as_array()) names.emplace_back(job.at("name").as_string());
        cursor = std::string(page.at("next").as_string());
        EXPECT_TRUE(parsePosition(std::string(page.at("position").as_string())));
        ++pages;
    } while (!cursor.empty() && pages < 10);
    EXPECT_EQ(names, (std::vector<std::string>{"job 4", "job 3", "job 2", "job 1", "job 0"}));
    EXPECT_EQ(pages, 3);
}

TEST_F(JobRoutes, FiltersTheList) {
    const auto first = site.submit(site.root, R"({"command":["true"],"name":"train mnist"})");
    site.submit(site.root, R"({"command":["true"],"name":"evaluate"})");
    site.bring(first, JobState::Running);
    const auto count = [this](const std::string& query) {
        return site.get("/api/v1/jobs?" + query).at("items").as_array().size();
    };
    EXPECT_EQ(count("state=running"), 1U);
    EXPECT_EQ(count("state=running,queued"), 2U);
    EXPECT_EQ(count("state=failed"), 0U);
    EXPECT_EQ(count("name=mnist"), 1U);
    EXPECT_EQ(count("name=train%20mn"), 1U);
}

TEST_F(JobRoutes, RefusesAQueryThatMakesNoSense) {
    for (const auto* query :
         {"state=sleeping", "limit=0", "limit=1001", "limit=ten", "cursor=!!!", "cursor=AAAA", "owner=me", "array=x"}) {
        const auto answer = call("GET", std::string("/jobs?") + query);
        EXPECT_EQ(answer.status, 400) << query;
        EXPECT_EQ(errorOf(answer), "invalid") << query;
    }
}

TEST_F(JobRoutes, StopsAndRemovesAJob) {
    const auto job = site.submit(site.root).str();
    EXPECT_EQ(call("DELETE", "/jobs/" + job).status, 409);
    const auto stopped = call("POST", "/jobs/" + job + "/stop");
    EXPECT_EQ(stopped.status, 200);
    EXPECT_EQ(boost::json::parse(stopped.body).at("state"), "stopped");
    EXPECT_EQ(call("DELETE", "/jobs/" + job).status, 200);
    EXPECT_EQ(call("GET", "/jobs/" + job).status, 404);
}

TEST_F(JobRoutes, SaysWhyAJobWaits) {
    const auto job = site.submit(site.root).str();
    EXPECT_EQ(call("GET", "/jobs/" + job + "/why").status, 200);
}

TEST_F(JobRoutes, DoesNotKnowJobsOfOthers) {
    const auto job = site.submit(site.root).str();
    const auto uma = site.tokenOf("uma");
    auto client = site.connect();
    for (const auto& path :
         {"/jobs/" + job, "/jobs/" + job + "/why", "/jobs/" + job + "/log", "/jobs/" + job + "/artifacts"}) {
        const auto answer = client.request("GET", "/api/v1" + path, uma);
        EXPECT_EQ(answer.status, 404) << path;
        EXPECT_EQ(errorOf(answer), "job-not-found") << path;
    }
    EXPECT_EQ(client.request("GET", "/api/v1/jobs/not-an-id", uma).status, 404);
    EXPECT_EQ(client.request("GET", "/api/v1/jobs/jaaaaaaaaaaaaa", uma).status, 404);
}

TEST_F(JobRoutes, TellsAFormWhatItMayOffer) {
    const auto options = site.get("/api/v1/job-options");
    EXPECT_EQ(options.at("templates").at(0).at("name"), "python-sklearn");
    EXPECT_EQ(options.at("templates").at(0).at("installed"), true);
    EXPECT_EQ(options.at("accelerator_models"), boost::json::parse(R"(["A100"])"));
    EXPECT_EQ(options.at("limits").at("largest_array"), 1000);
}

TEST_F(JobRoutes, TakesManySubmissionsFromManyClientsAtOnce) {
    constexpr int kClients = 8, kEach = 10;
    std::vector<std::thread> threads;
    std::atomic<int> made = 0;
    for (int i = 0; i < kClients; ++i)
        threads.emplace_back([&] {
            auto client = site.connect();
            for (int n = 0; n < kEach; ++n)
                made += client.request("POST", "/api/v1/jobs", site.root, R"({"command":["true"]})").status == 201;
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, kClients * kEach);
    std::set<std::int64_t> numbers;
    const auto listed = site.get("/api/v1/jobs?limit=1000");
    for (const auto& job : listed.at("items").as_array()) numbers.insert(job.at("number").as_int64());
    EXPECT_EQ(numbers.size(), static_cast<std::size_t>(kClients * kEach));
}

}  // namespace
}  // namespace ph::test
