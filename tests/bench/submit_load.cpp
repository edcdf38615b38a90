// Submits COUNT jobs over N connections at once and prints "RATE P99": acknowledgements a second and milliseconds.
//   bench_submit_load PORT CA_FILE TOKEN CONNECTIONS COUNT SPEC_JSON     (the token may be "-": then it is the variable
//   PH_TOKEN)
#include "bench/https_client.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) {
    return std::chrono::duration<double, std::milli>(d).count();
}

struct Load {
    std::atomic<int> left;
    std::mutex mutex;
    std::vector<double> times;
    std::string fault;
};

void work(Load& load, ph::bench::HttpsClient client, const std::string& spec) {
    std::vector<double> times;
    try {
        while (load.left.fetch_sub(1) > 0) {
            const auto begin = Clock::now();
            ph::bench::submit(client, spec);
            times.push_back(milliseconds(Clock::now() - begin));
        }
    } catch (const std::exception& error) {
        const std::lock_guard lock(load.mutex);
        load.fault = error.what();
    }
    const std::lock_guard lock(load.mutex);
    load.times.insert(load.times.end(), times.begin(), times.end());
}

int run(char** words) {
    const auto port = static_cast<std::uint16_t>(std::atoi(words[1]));
    const std::string token = words[3] == std::string("-") ? std::getenv("PH_TOKEN") : words[3];
    const int connections = std::atoi(words[4]);
    Load load{.left = std::atoi(words[5]), .mutex = {}, .times = {}, .fault = {}};
    const std::string spec = words[6];
    std::vector<ph::bench::HttpsClient> clients;
    for (int i = 0; i < connections; ++i) clients.emplace_back(port, words[2], token);

    const auto begin = Clock::now();
    std::vector<std::thread> threads;
    for (auto& client : clients) threads.emplace_back(work, std::ref(load), std::move(client), std::cref(spec));
    for (auto& thread : threads) thread.join();
    const double seconds = milliseconds(Clock::now() - begin) / 1000;
    if (!load.fault.empty()) throw std::runtime_error(load.fault);

    std::sort(load.times.begin(), load.times.end());
    const double p99 = load.times[std::min(load.times.size() - 1, load.times.size() * 99 / 100)];
    std::printf("%.1f %.2f\n", static_cast<double>(load.times.size()) / seconds, p99);
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 7)
        return std::fprintf(stderr, "usage: bench_submit_load PORT CA_FILE TOKEN CONNECTIONS COUNT SPEC_JSON\n"), 2;
    try {
        return run(words);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "submit load: %s\n", error.what());
        return 1;
    }
}
