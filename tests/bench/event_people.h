#pragma once

#include "bench/https_client.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace ph::bench {

/// Who watches, and how many windows of theirs. `role` is the interface's word.
struct Person {
    std::string token;
    std::string role;
    std::string organisation;
    std::string user;
    int subscribers = 0;

    /// The rule of who sees whose jobs, told again and apart from the controller's own.
    bool maySee(const std::string& ofOrganisation, const std::string& ofUser) const;
};

std::vector<Person> readPeople(const std::string& file);

/// One acknowledged change of a job and the event that it must have made.
struct Change {
    std::string job;
    std::int64_t seq = 0;
    std::string organisation;
    std::string user;
    bool stopped = false;
};

/// Both throw unless they were accepted.
Change submitJob(HttpsClient& client, const Person& person);
Change stopJob(HttpsClient& client, const Person& person, const std::string& job);

/// What came of it all.
struct Verdict {
    std::int64_t expected = 0;
    std::int64_t delivered = 0;
    std::int64_t lost = 0;
    std::int64_t foreign = 0;
    std::int64_t resyncs = 0;
    std::vector<double> milliseconds;

    double percentile(int of);
};

/// One WebSocket that is read by a thread of its own. What arrives is only kept then, and looked at when all is over.
class Subscriber {
public:
    /// Connects and waits for the first frame, which says where it begins.
    Subscriber(const Person& person, std::uint16_t port, const std::string& caFile);
    void begin();
    void end();
    std::chrono::steady_clock::time_point last() const { return std::chrono::steady_clock::time_point(m_last.load()); }
    /// After end().
    void judge(const std::vector<Change>& changes, Verdict& verdict) const;

private:
    struct Arrival {
        std::int64_t at = 0;  ///< microseconds since 1970
        std::string text;
    };

    const Person& m_person;
    HttpsClient m_client;
    std::vector<Arrival> m_arrivals;
    std::atomic<std::chrono::steady_clock::duration> m_last{};
    std::thread m_thread;
};

/// Until nothing has arrived anywhere for `quiet`; throws after `most`.
void waitUntilQuiet(const std::vector<std::unique_ptr<Subscriber>>& subscribers, std::chrono::milliseconds quiet,
                    std::chrono::milliseconds most);

/// A reader that hangs: nothing is read, with little room in its socket, until recover().
class StuckSubscriber {
public:
    StuckSubscriber(const Person& person, std::uint16_t port, const std::string& caFile);
    /// Reads on. Has to be told to resync or to be cut off; then fetches the list anew and counts as lost each change
    /// that the list does not show. Answers how it was told; throws if it was not.
    std::string recover(const std::vector<Change>& changes, Verdict& verdict);

private:
    std::string readUntilTold(std::int64_t last);
    std::map<std::string, std::string> statesFromLists();

    const Person& m_person;
    std::uint16_t m_port;
    std::string m_caFile;
    HttpsClient m_client;
};

}  // namespace ph::bench
