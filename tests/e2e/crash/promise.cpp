#include "e2e/crash/promise.h"

#include "bench/https_client.h"
#include "e2e/crash/store_rows.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ph::test::crash {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr int kLines = 20;

std::string expectedLog(const std::string& key) {
    std::string log;
    for (int i = 0; i < kLines; ++i) log += key + " line " + std::to_string(i) + "\n";
    return log + key + " end\n";
}

std::string text(const json::value& object, const char* member) {
    return std::string(object.at(member).as_string());
}

/// One walk over everything that the promise is about.
class Check {
public:
    Check(Site& site, const std::string& token, const std::vector<Acknowledged>& acknowledged, int mostFailed,
          std::chrono::milliseconds patience)
        : m_patience(patience), m_site(site), m_token(token), m_acknowledged(acknowledged), m_mostFailed(mostFailed) {}

    void waitForEnds();
    void jobsExistOnce();
    void repeatedKeysFindTheirJobs();
    void endingsAreTrue();
    void attemptsRanOnce(const std::string& notes);
    void intervalsAddUp();
    void nothingStaysOfRemovedJobs();
    void nothingStaysWithoutController();

    Broken broken;

private:
    bench::Answer get(const std::string& path) { return call("GET", path); }
    /// Again, if the controller went away meanwhile: it does at some fail points.
    bench::Answer call(const std::string& method, const std::string& path);
    json::value getJson(const std::string& path) {
        const auto answer = get(path);
        if (answer.status != 200) throw std::runtime_error(path + ": " + answer.body);
        return json::parse(answer.body);
    }
    void breaks(int& counter, const std::string& line) {
        ++counter;
        broken.details.push_back(line);
    }
    void endingIsTrue(const Acknowledged& job);
    void rememberGroups();

    const std::chrono::milliseconds m_patience;
    Site& m_site;
    const std::string m_token;
    const std::vector<Acknowledged>& m_acknowledged;
    const int m_mostFailed;
    std::optional<bench::HttpsClient> m_client;
    int m_failed = 0;
    std::map<std::string, std::int64_t> m_attempts;  ///< by job
    std::set<std::string> m_groups;
};

bench::Answer Check::call(const std::string& method, const std::string& path) {
    bench::Answer answer;
    const auto answered = [&] {
        m_site.keepRunning();
        try {
            if (!m_client)
                m_client.emplace(static_cast<std::uint16_t>(m_site.port()), m_site.data() + "/tls/ca.pem", m_token);
            answer = m_client->call(method, path);
            return true;
        } catch (const std::exception&) {
            m_client.reset();
            return false;
        }
    };
    EXPECT_TRUE(eventually(answered)) << path;
    return answer;
}

void Check::waitForEnds() {
    const auto idle = [&] {
        return getJson("/jobs?state=queued,starting,running,stopping&limit=1").at("items").as_array().empty();
    };
    if (!eventually(idle, std::chrono::seconds(120))) breaks(broken.untrue, "jobs never ended");
}

void Check::jobsExistOnce() {
    std::map<std::string, int> names, ids;
    std::map<std::int64_t, int> numbers;
    std::string cursor;
    do {
        const auto page = getJson("/jobs?limit=200" + (cursor.empty() ? "" : "&cursor=" + cursor));
        for (const auto& job : page.at("items").as_array()) {
            ++names[text(job, "name")];
            ++ids[text(job, "id")];
            ++numbers[job.at("number").as_int64()];
        }
        cursor = text(page, "next");
    } while (!cursor.empty());
    for (const auto& [number, count] : numbers)
        if (count > 1) breaks(broken.reused, "number " + std::to_string(number) + " was given to several jobs");
    for (const auto& [id, count] : ids)
        if (count > 1) breaks(broken.reused, "id " + id + " is listed more than once");
    for (const auto& job : m_acknowledged) {
        if (ids[job.id] == 0) breaks(broken.lost, job.key + " was acknowledged as " + job.id + " and is not there");
        if (names[job.key] > 1) breaks(broken.twice, job.key + " has become several jobs");
    }
    std::set<std::string> told;
    for (const auto& job : m_acknowledged)
        if (!told.insert(job.id).second) breaks(broken.reused, job.id + " was told to two clients");
}

void Check::repeatedKeysFindTheirJobs() {
    m_site.keepRunning();
    for (const auto& job : m_acknowledged) {
        const auto again = submitAgain(m_site, m_token, job.key, checkedSpec(job.key));
        if (again != job.id) breaks(broken.twice, job.key + " was " + job.id + " and is " + again + " when repeated");
    }
}

void Check::endingIsTrue(const Acknowledged& job) {
    const auto answer = get("/jobs/" + job.id);
    if (answer.status != 200) return;
    const auto detail = json::parse(answer.body);
    const auto state = text(detail.at("job"), "state"), code = text(detail.at("job").at("reason"), "code");
    const auto attempt = detail.at("job").at("attempt").as_int64();
    m_attempts[job.id] = attempt;
    for (const auto& run : detail.at("task_runs").as_array())
        if (const auto at = text(run, "state"); at != "ended" && at != "lost")
            breaks(broken.untrue, job.key + " has ended and its attempt is " + at);
    const auto log = get("/jobs/" + job.id + "/log").body, expected = expectedLog(job.key);
    if (state != "succeeded") {
        if (code == "none" || code == "completed") breaks(broken.untrue, job.key + " is " + state + " for " + code);
        if (++m_failed > m_mostFailed)
            breaks(broken.untrue, job.key + " is " + state + " for " + json::serialize(detail.at("job").at("reason")));
        if (expected.compare(0, log.size(), log) != 0) breaks(broken.logs, job.key + " has a log it never wrote");
        return;
    }
    if (log != expected)
        breaks(broken.logs, job.key + " succeeded with " + std::to_string(log.size()) + " bytes of log instead of " +
                                std::to_string(expected.size()));
    const auto output = get("/jobs/" + job.id + "/artifact?path=out.txt");
    if (output.status != 200 || output.body != job.key + "\n")
        breaks(broken.logs, job.key + " succeeded without its output: " + output.body);
}

void Check::endingsAreTrue() {
    for (const auto& job : m_acknowledged) endingIsTrue(job);
}

void Check::attemptsRanOnce(const std::string& notes) {
    std::map<std::pair<std::string, std::int64_t>, int> starts;
    std::ifstream file(notes + "/starts");
    std::string job;
    for (std::int64_t attempt = 0; file >> job >> attempt;) ++starts[{job, attempt}];
    for (const auto& [start, count] : starts) {
        const auto known = m_attempts.find(start.first);
        const auto name = start.first + " attempt " + std::to_string(start.second);
        if (count > 1) breaks(broken.twice, name + " ran " + std::to_string(count) + " times");
        if (known == m_attempts.end())
            breaks(broken.twice, name + " ran and no client was told of it");
        else if (start.second > known->second)
            breaks(broken.untrue, name + " ran and is not known");
    }
    for (const auto& [id, attempt] : m_attempts)
        if (!starts.contains({id, attempt}) && getJson("/jobs/" + id).at("job").at("state") == "succeeded")
            breaks(broken.untrue, id + " succeeded and its last attempt never ran");
}

/// Asks the store itself: allocations have no route, and what is summed from them is money.
void Check::intervalsAddUp() {
    const auto capacity = static_cast<std::int64_t>(
        getJson("/nodes").at("items").at(0).at("capacity").at("cpu").to_number<double>() * 1000);
    for (const auto& row :
         storeRows(m_site, "SELECT task_run FROM allocations WHERE held_to = 0 OR held_to < held_from"))
        breaks(broken.intervals, "the allocation of " + row.at(0) + " is open or ends before it begins");
    for (const auto& row :
         storeRows(m_site,
                   "SELECT task_runs.id FROM task_runs LEFT JOIN allocations ON allocations.task_run = task_runs.id "
                   "WHERE allocations.task_run IS NULL"))
        breaks(broken.intervals, row.at(0) + " has no allocation");
    std::map<std::int64_t, std::int64_t> change;  // of held processors, by time
    for (const auto& row : storeRows(m_site, "SELECT cpu, held_from, held_to FROM allocations")) {
        change[std::stoll(row.at(1))] += std::stoll(row.at(0));
        change[std::stoll(row.at(2))] -= std::stoll(row.at(0));
    }
    std::int64_t held = 0;
    for (const auto& [at, delta] : change)
        if ((held += delta) > capacity)
            breaks(broken.intervals, "at " + std::to_string(at) + " jobs held " + std::to_string(held) + " of " +
                                         std::to_string(capacity) + " thousandths of processors");
}

void Check::rememberGroups() {
    for (const auto& run : fs::directory_iterator(m_site.data() + "/runs")) {
        std::istringstream words(readFile(run.path().string() + "/claim"));
        for (std::string word; std::getline(words, word, '"');)
            if (word.rfind("/sys/fs/cgroup/", 0) == 0) m_groups.insert(word);
    }
}

void Check::nothingStaysOfRemovedJobs() {
    rememberGroups();
    for (const auto& job : m_acknowledged) call("DELETE", "/jobs/" + job.id);
    for (const char* folder : {"runs", "trash", "blobs/uploads"}) {
        const auto path = m_site.data() + "/" + folder;
        const auto swept = [&] {
            m_site.keepRunning();
            return !fs::exists(path) || fs::is_empty(path);
        };
        if (eventually(swept, m_patience)) continue;
        for (const auto& left : fs::directory_iterator(path))
            breaks(broken.orphans, left.path().string() + " belongs to no job");
    }
    for (const auto& group : m_groups)
        if (fs::exists(group)) breaks(broken.orphans, group + " is a control group of no job");
}

void Check::nothingStaysWithoutController() {
    m_site.stop();
    if (!eventually([&] { return orphansOf(m_site.data()).empty(); }, m_patience))
        for (const auto& orphan : orphansOf(m_site.data())) breaks(broken.orphans, orphan);
    m_site.start();
}

}  // namespace

std::string checkedSpec(const std::string& key) {
    const std::string script =
        "echo \"$PH_JOB $PH_ATTEMPT\" >> /notes/starts\n"
        "i=0; while [ $i -lt " +
        std::to_string(kLines) +
        " ]; do echo \"$0 line $i\"; i=$((i + 1)); done\n"
        "sleep 0.3\necho \"$0\" > out.txt\necho \"$0 end\"\n";
    const json::value spec{{"name", key},
                           {"command", {"sh", "-c", script, key}},
                           {"resources", {{"cpu", 0.1}, {"memory", "64MiB"}}},
                           {"mounts", {{{"area", "notes"}, {"target", "/notes"}, {"writable", true}}}},
                           {"outputs", json::array{"out.txt"}},
                           {"retries", {{"transient", 20}}}};
    return json::serialize(spec);
}

Site::Options withNotes(const std::string& folder) {
    fs::create_directory(folder);
    fs::permissions(folder, fs::perms::all);
    Site::Options options;
    options.configuration = "areas: [{name: notes, path: '" + folder + "', writable: true}]\n";
    return options;
}

std::vector<std::string> orphansOf(const std::string& dataFolder) {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto pid = entry.path().filename().string();
        if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
        const auto folder = entry.path().string();
        if (readFile(folder + "/cmdline").find(dataFolder) != std::string::npos ||
            readFile(folder + "/mountinfo").find(dataFolder) != std::string::npos)
            found.push_back("process " + pid + " goes on: " + readFile(folder + "/comm"));
    }
    return found;
}

Broken checkEndings(Site& site, const std::string& token, const std::vector<Acknowledged>& acknowledged) {
    Check check(site, token, acknowledged, 0, {});
    check.waitForEnds();
    check.endingsAreTrue();
    return std::move(check.broken);
}

Broken checkPromise(Site& site, const std::string& token, const std::string& notes,
                    const std::vector<Acknowledged>& acknowledged, int mostFailed, std::chrono::milliseconds patience) {
    Check check(site, token, acknowledged, mostFailed, patience);
    check.waitForEnds();
    check.jobsExistOnce();
    check.repeatedKeysFindTheirJobs();
    check.endingsAreTrue();
    check.attemptsRanOnce(notes);
    check.intervalsAddUp();
    check.nothingStaysOfRemovedJobs();
    check.nothingStaysWithoutController();
    return std::move(check.broken);
}

}  // namespace ph::test::crash
