// What a logged-in client notices of a crowd of strangers: prints "P99 REQUESTS TRIED GREETED SLOW" for a run of so
// many seconds; the time in milliseconds, how many strangers came, to how many of them the server said anything, and
// how many slow ones stood in the mean.
//   bench_flood PORT CA_FILE TOKEN SECONDS STRANGERS_PER_SECOND SLOW SPEC_JSON   (the token may be "-": PH_TOKEN)
#include "bench/https_client.h"
#include "bench/strangers.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPause = std::chrono::milliseconds(10);
/// Every so many requests come over a new connection, as those of a command line do.
constexpr int kNewConnection = 25;

struct Client {
    std::uint16_t port;
    std::string caFile;
    std::string token;
    std::string spec;

    /// Milliseconds of each request; throws if one is refused.
    std::vector<double> work(std::chrono::seconds length) const {
        std::vector<double> times;
        std::optional<ph::bench::HttpsClient> connection;
        const auto end = Clock::now() + length;
        for (int i = 0; Clock::now() < end; ++i) {
            const auto begin = Clock::now();
            if (i % kNewConnection == 0) connection.emplace(port, caFile, token);
            if (i % 2 == 0) {
                const auto answer = connection->call("GET", "/jobs?limit=50");
                if (answer.status != 200) throw std::runtime_error("refused: " + answer.body);
            } else {
                ph::bench::submit(*connection, spec);
            }
            times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
            std::this_thread::sleep_for(kPause);
        }
        return times;
    }
};

int run(char** words) {
    const auto port = static_cast<std::uint16_t>(std::atoi(words[1]));
    const std::string token = words[3] == std::string("-") ? std::getenv("PH_TOKEN") : words[3];
    const Client client{port, words[2], token, words[7]};
    ph::bench::Strangers::Crowd crowd{port, std::atoi(words[5]), std::atoi(words[6]), {}};
    for (int i = 2; i < 18; ++i) crowd.addresses.push_back("127.0.0." + std::to_string(i));

    ph::bench::Strangers strangers(crowd);
    std::thread coming([&strangers] { strangers.run(); });
    std::vector<double> times;
    std::string fault;
    try {
        times = client.work(std::chrono::seconds(std::atoi(words[4])));
    } catch (const std::exception& error) {
        fault = error.what();
    }
    strangers.stop();
    coming.join();
    if (!fault.empty()) throw std::runtime_error(fault);

    std::sort(times.begin(), times.end());
    const auto& tally = strangers.tally();
    std::printf("%.2f %zu %ld %ld %ld\n", times[std::min(times.size() - 1, times.size() * 99 / 100)], times.size(),
                tally.tried, tally.greeted, tally.slowSeconds / std::max(1L, tally.seconds));
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 8)
        return std::fprintf(stderr,
                            "usage: bench_flood PORT CA_FILE TOKEN SECONDS STRANGERS_PER_SECOND SLOW SPEC_JSON\n"),
               2;
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return run(words);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "flood: %s\n", error.what());
        return 1;
    }
}
