#pragma once

#include "bench/https_client.h"
#include "e2e/site.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ph::test::crash {

/// A job that the server acknowledged, and the key under which it was asked for.
struct Acknowledged {
    std::string key;
    std::string id;
    std::int64_t number = 0;
};

/// Clients that go on submitting whatever happens to the controller: each repeats a submission under its idempotency
/// key until it is acknowledged, and writes down what it was told.
class Submitters {
public:
    struct Load {
        std::string prefix;  ///< of the keys
        int clients = 1;
        int jobsEach = 1;
        std::chrono::milliseconds pause{0};  ///< of a client after each job
    };
    /// Begins at once. `spec` makes the JSON text of a job from its key.
    Submitters(Site& site, const std::string& token, const Load& load,
               std::function<std::string(const std::string& key)> spec);
    ~Submitters();

    bool done() const { return m_left == 0; }
    /// Waits for all clients; what they were told, and complaints about answers that are neither a job nor a reason to
    /// try again.
    std::vector<Acknowledged> finish();
    std::vector<std::string> complaints() const;

private:
    void run(int client);
    void submit(const std::string& key, std::optional<bench::HttpsClient>& connection);

    const Load m_load;
    std::uint16_t m_port;
    std::string m_caFile, m_token;
    std::function<std::string(const std::string&)> m_spec;
    std::atomic<int> m_left;
    mutable std::mutex m_mutex;
    std::vector<Acknowledged> m_acknowledged;
    std::vector<std::string> m_complaints;
    std::vector<std::thread> m_threads;
};

/// Submits once more under a key that was acknowledged; the id of the answer, or what it said instead.
std::string submitAgain(Site& site, const std::string& token, const std::string& key, const std::string& spec);

}  // namespace ph::test::crash
