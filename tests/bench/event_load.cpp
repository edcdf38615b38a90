// Watches the events of a burst of submissions and stops with many subscribers at once and prints "LOST FOREIGN P99":
// events that somebody who may see them did not get, events that somebody got who may not, and milliseconds from an
// event's time stamp to its arrival.
//   bench_event_load PORT CA_FILE PEOPLE TRANSITIONS RATE ROUNDS
// PEOPLE is a file of lines "TOKEN ROLE ORGANISATION USER SUBSCRIBERS"; those of the role "user" also submit. The last
// subscriber of the first line reads nothing until all is over, and has then to be told to begin anew.
#include "bench/event_people.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace {

using namespace ph::bench;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kBurst = 1000;
constexpr auto kPause = 1s;

/// Submits a job and stops it, one after the other, each change at its turn in the bursts.
class Changes {
public:
    Changes(std::vector<Person> people, std::uint16_t port, const std::string& caFile, int count, double rate)
        : m_people(std::move(people)), m_count(count), m_rate(rate) {
        for (const auto& person : m_people) m_clients.emplace_back(port, caFile, person.token);
    }

    /// What was acknowledged, in no order. The story of the rate goes to standard error.
    std::vector<Change> run() {
        const auto begin = Clock::now();
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < m_clients.size(); ++i) threads.emplace_back([this, i, begin] { work(i, begin); });
        for (auto& thread : threads) thread.join();
        if (!m_fault.empty()) throw std::runtime_error(m_fault);
        return std::move(m_changes);
    }

private:
    /// When the change with this number is due.
    Clock::time_point due(int number, Clock::time_point begin) const {
        const std::chrono::duration<double> since(number / m_rate);
        return begin + std::chrono::duration_cast<Clock::duration>(since) + number / kBurst * kPause;
    }

    void work(std::size_t index, Clock::time_point begin) {
        std::vector<Change> mine;
        std::string job;
        try {
            // A pair at a time, so that everything that was submitted is stopped as well.
            for (int number = m_next.fetch_add(2); number < m_count; number = m_next.fetch_add(2)) {
                for (int i = 0; i < 2; ++i) {
                    std::this_thread::sleep_until(due(number + i, begin));
                    mine.push_back(i == 0 ? submitJob(m_clients[index], m_people[index])
                                          : stopJob(m_clients[index], m_people[index], mine.back().job));
                }
            }
        } catch (const std::exception& error) {
            const std::lock_guard lock(m_mutex);
            m_fault = error.what();
        }
        const std::lock_guard lock(m_mutex);
        m_changes.insert(m_changes.end(), mine.begin(), mine.end());
    }

    std::vector<Person> m_people;
    std::vector<HttpsClient> m_clients;
    int m_count;
    double m_rate;
    std::atomic<int> m_next = 0;
    std::mutex m_mutex;
    std::vector<Change> m_changes;
    std::string m_fault;
};

std::vector<Person> submitters(const std::vector<Person>& people) {
    std::vector<Person> list;
    for (const auto& person : people)
        if (person.role == "user") list.push_back(person);
    return list;
}

struct Site {
    std::vector<Person> people;
    std::uint16_t port = 0;
    std::string caFile;
};

/// One time through everything; what was changed is added to `all`.
Verdict watchChanges(const Site& site, int transitions, double rate, std::vector<Change>& all) {
    std::vector<std::unique_ptr<Subscriber>> subscribers;
    for (const auto& person : site.people)
        for (int i = 0; i < person.subscribers - (&person == &site.people.front() ? 1 : 0); ++i)
            subscribers.push_back(std::make_unique<Subscriber>(person, site.port, site.caFile));
    Changes changes(submitters(site.people), site.port, site.caFile, transitions, rate);
    for (auto& subscriber : subscribers) subscriber->begin();
    const auto begin = Clock::now();
    const auto made = changes.run();
    const std::chrono::duration<double> took = Clock::now() - begin;
    waitUntilQuiet(subscribers, 1s, 15s);
    for (auto& subscriber : subscribers) subscriber->end();

    Verdict verdict;
    for (const auto& subscriber : subscribers) subscriber->judge(made, verdict);
    std::fprintf(
        stderr,
        "events: %zu changes in %.1f s, pauses included; %zu readers got %lld of %lld, %lld were told to begin anew\n",
        made.size(), took.count(), subscribers.size(), static_cast<long long>(verdict.delivered),
        static_cast<long long>(verdict.expected), static_cast<long long>(verdict.resyncs));
    all.insert(all.end(), made.begin(), made.end());
    return verdict;
}

int run(char** words) {
    const Site site{readPeople(words[3]), static_cast<std::uint16_t>(std::atoi(words[1])), words[2]};
    const int rounds = std::atoi(words[6]);
    StuckSubscriber stuck(site.people.front(), site.port, site.caFile);
    std::vector<Change> all;
    for (int round = 0; round < rounds; ++round) {
        auto verdict = watchChanges(site, std::atoi(words[4]), std::atof(words[5]), all);
        if (round + 1 == rounds)
            std::fprintf(stderr, "events: the stuck reader was %s\n", stuck.recover(all, verdict).c_str());
        std::printf("%lld %lld %.2f\n", static_cast<long long>(verdict.lost), static_cast<long long>(verdict.foreign),
                    verdict.percentile(99));
    }
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 7)
        return std::fprintf(stderr, "usage: bench_event_load PORT CA_FILE PEOPLE TRANSITIONS RATE ROUNDS\n"), 2;
    // OpenSSL says goodbye over connections that were cut.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return run(words);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "event load: %s\n", error.what());
        return 1;
    }
}
