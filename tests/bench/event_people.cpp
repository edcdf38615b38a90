#include "bench/event_people.h"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <set>
#include <stdexcept>

namespace ph::bench {

namespace {

using Steady = std::chrono::steady_clock;

constexpr const char* kSpec = R"({"name":"bench","command":["true"],"resources":{"cpu":1,"memory":"64MiB"}})";

std::int64_t microsecondsNow() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

/// "2026-12-01T12:00:00.123456Z"; throws for another form.
std::int64_t microsecondsOf(const std::string& text) {
    std::tm parts{};
    const char* rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (!rest) throw std::runtime_error("no time: " + text);
    const double fraction = *rest == '.' ? std::stod("0" + std::string(rest)) : 0;
    return static_cast<std::int64_t>(timegm(&parts)) * 1'000'000 + std::llround(fraction * 1e6);
}

std::string textOf(const boost::json::value& row, const char* member) {
    return std::string(row.at(member).as_string());
}

}  // namespace

bool Person::maySee(const std::string& ofOrganisation, const std::string& ofUser) const {
    if (role == "super_admin") return true;
    if (ofOrganisation != organisation) return false;
    return role == "org_admin" || ofUser == user;
}

std::vector<Person> readPeople(const std::string& file) {
    std::ifstream stream(file);
    std::vector<Person> people;
    Person person;
    while (stream >> person.token >> person.role >> person.organisation >> person.user >> person.subscribers)
        people.push_back(person);
    if (people.empty() || people.front().role != "super_admin")
        throw std::runtime_error("the first line of " + file + " is no super administrator's");
    return people;
}

Change submitJob(HttpsClient& client, const Person& person) {
    const Answer answer = client.call("POST", "/jobs", kSpec);
    if (answer.status != 201) throw std::runtime_error("not accepted: " + answer.body);
    const auto job = boost::json::parse(answer.body).at("jobs").at(0);
    return {textOf(job, "id"), job.at("seq").as_int64(), person.organisation, person.user, false};
}

Change stopJob(HttpsClient& client, const Person& person, const std::string& job) {
    const Answer answer = client.call("POST", "/jobs/" + job + "/stop");
    if (answer.status != 200) throw std::runtime_error("not stopped: " + answer.body);
    return {job, boost::json::parse(answer.body).at("seq").as_int64(), person.organisation, person.user, true};
}

double Verdict::percentile(int of) {
    if (milliseconds.empty()) throw std::runtime_error("nothing was delivered");
    std::sort(milliseconds.begin(), milliseconds.end());
    return milliseconds[std::min(milliseconds.size() - 1, milliseconds.size() * static_cast<std::size_t>(of) / 100)];
}

Subscriber::Subscriber(const Person& person, std::uint16_t port, const std::string& caFile)
    : m_person(person), m_client(port, caFile, person.token) {
    m_client.upgrade("/events");
    m_client.readMessage();
}

void Subscriber::begin() {
    m_thread = std::thread([this] {
        try {
            while (true) {
                auto text = m_client.readMessage();
                m_arrivals.push_back({microsecondsNow(), std::move(text)});
                m_last = Steady::now().time_since_epoch();
            }
        } catch (const std::exception&) {
            // It ends by end(), or earlier; then events are missing.
        }
    });
}

void Subscriber::end() {
    m_client.cut();
    m_thread.join();
}

void Subscriber::judge(const std::vector<Change>& changes, Verdict& verdict) const {
    std::set<std::int64_t> missing;
    for (const auto& change : changes)
        if (m_person.maySee(change.organisation, change.user)) missing.insert(change.seq);
    verdict.expected += static_cast<std::int64_t>(missing.size());
    for (const auto& arrival : m_arrivals) {
        const auto frame = boost::json::parse(arrival.text);
        if (frame.at("resync").as_bool()) ++verdict.resyncs;
        for (const auto& event : frame.at("events").as_array()) {
            if (event.at("kind") != "job_changed") continue;
            const auto& row = event.at("row");
            if (!m_person.maySee(textOf(row, "org"), textOf(row, "owner"))) ++verdict.foreign;
            if (missing.erase(event.at("seq").as_int64()) == 0) continue;
            ++verdict.delivered;
            verdict.milliseconds.push_back(static_cast<double>(arrival.at - microsecondsOf(textOf(event, "at"))) /
                                           1000);
        }
    }
    verdict.lost += static_cast<std::int64_t>(missing.size());
}

void waitUntilQuiet(const std::vector<std::unique_ptr<Subscriber>>& subscribers, std::chrono::milliseconds quiet,
                    std::chrono::milliseconds most) {
    const auto end = Steady::now() + most;
    Steady::time_point last = Steady::now();
    while (Steady::now() < last + quiet) {
        if (Steady::now() > end) throw std::runtime_error("events still arrive");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        for (const auto& subscriber : subscribers) last = std::max(last, subscriber->last());
    }
}

StuckSubscriber::StuckSubscriber(const Person& person, std::uint16_t port, const std::string& caFile)
    : m_person(person), m_port(port), m_caFile(caFile), m_client(port, caFile, person.token, 4096) {
    m_client.upgrade("/events");
    m_client.readMessage();
}

std::string StuckSubscriber::readUntilTold(std::int64_t last) {
    while (true) {
        std::string text;
        try {
            text = m_client.readMessage();
        } catch (const std::runtime_error&) {
            return "cut off";
        }
        const auto frame = boost::json::parse(text);
        if (frame.at("resync").as_bool()) return "told to resync";
        const auto to = textOf(frame, "to");
        if (std::stoll(to.substr(to.find('.') + 1)) >= last)
            throw std::runtime_error("the stuck subscriber got everything: it was not stuck");
    }
}

std::map<std::string, std::string> StuckSubscriber::statesFromLists() {
    std::map<std::string, std::string> states;
    HttpsClient client(m_port, m_caFile, m_person.token);
    std::string cursor;
    do {
        const auto answer = client.call("GET", "/jobs?limit=1000&cursor=" + cursor);
        if (answer.status != 200) throw std::runtime_error("the list failed: " + answer.body);
        const auto page = boost::json::parse(answer.body);
        for (const auto& job : page.at("items").as_array()) states[textOf(job, "id")] = textOf(job, "state");
        cursor = textOf(page, "next");
    } while (!cursor.empty());
    return states;
}

std::string StuckSubscriber::recover(const std::vector<Change>& changes, Verdict& verdict) {
    std::int64_t last = 0;
    for (const auto& change : changes) last = std::max(last, change.seq);
    const auto told = readUntilTold(last);
    const auto states = statesFromLists();
    for (const auto& change : changes) {
        if (!change.stopped || !m_person.maySee(change.organisation, change.user)) continue;
        const auto found = states.find(change.job);
        if (found == states.end() || found->second != "stopped") ++verdict.lost;
    }
    return told;
}

}  // namespace ph::bench
