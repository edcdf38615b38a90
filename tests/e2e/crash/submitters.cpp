#include "e2e/crash/submitters.h"

#include <boost/json/parse.hpp>

#include <stdexcept>

namespace ph::test::crash {

namespace {

constexpr auto kPatience = std::chrono::seconds(120);

std::string keyLine(const std::string& key) {
    return "Idempotency-Key: " + key + "\r\n";
}

Acknowledged acknowledgedIn(const std::string& key, const std::string& body) {
    const auto first = boost::json::parse(body).at("jobs").at(0);
    return {key, std::string(first.at("id").as_string()), first.at("number").as_int64()};
}

bool worthAnotherTry(int status) {
    return status == 429 || status == 503;
}

}  // namespace

Submitters::Submitters(Site& site, const std::string& token, const Load& load,
                       std::function<std::string(const std::string&)> spec)
    : m_load(load),
      m_port(static_cast<std::uint16_t>(site.port())),
      m_caFile(site.data() + "/tls/ca.pem"),
      m_token(token),
      m_spec(std::move(spec)),
      m_left(load.clients * load.jobsEach) {
    for (int client = 0; client < load.clients; ++client) m_threads.emplace_back([this, client] { run(client); });
}

Submitters::~Submitters() {
    finish();
}

void Submitters::run(int client) {
    std::optional<bench::HttpsClient> connection;
    for (int i = 0; i < m_load.jobsEach; ++i) {
        submit(m_load.prefix + "c" + std::to_string(client) + "-" + std::to_string(i), connection);
        --m_left;
        std::this_thread::sleep_for(m_load.pause);
    }
}

void Submitters::submit(const std::string& key, std::optional<bench::HttpsClient>& connection) {
    const auto spec = m_spec(key);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
        try {
            if (!connection) connection.emplace(m_port, m_caFile, m_token);
            const auto answer = connection->call("POST", "/jobs", spec, keyLine(key));
            if (worthAnotherTry(answer.status)) continue;
            const std::lock_guard lock(m_mutex);
            if (answer.status == 201)
                m_acknowledged.push_back(acknowledgedIn(key, answer.body));
            else
                m_complaints.push_back(key + " was answered: " + answer.body);
            return;
        } catch (const std::exception&) {
            // The controller is gone, or went while it answered: whether it had accepted is what the key is for.
            connection.reset();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
    const std::lock_guard lock(m_mutex);
    m_complaints.push_back(key + " was never acknowledged");
}

std::vector<Acknowledged> Submitters::finish() {
    for (auto& thread : m_threads)
        if (thread.joinable()) thread.join();
    return m_acknowledged;
}

std::vector<std::string> Submitters::complaints() const {
    const std::lock_guard lock(m_mutex);
    return m_complaints;
}

std::string submitAgain(Site& site, const std::string& token, const std::string& key, const std::string& spec) {
    bench::HttpsClient client(static_cast<std::uint16_t>(site.port()), site.data() + "/tls/ca.pem", token);
    const auto answer = client.call("POST", "/jobs", spec, keyLine(key));
    return answer.status == 201 ? acknowledgedIn(key, answer.body).id : answer.body;
}

}  // namespace ph::test::crash
