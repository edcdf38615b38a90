// Waits until no job waits or runs any more: bench_wait_ended PORT CA_FILE TOKEN SECONDS. Exit status 1 when that takes
// longer.
#include "bench/https_client.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace {

bool allEnded(ph::bench::HttpsClient& client) {
    for (const char* state : {"queued", "starting", "running", "stopping"}) {
        const auto answer = client.call("GET", std::string("/jobs?limit=1&state=") + state);
        if (answer.status != 200) throw std::runtime_error("the list failed: " + answer.body);
        if (answer.body.find("\"items\":[]") == std::string::npos) return false;
    }
    return true;
}

int run(char** words) {
    ph::bench::HttpsClient client(static_cast<std::uint16_t>(std::atoi(words[1])), words[2],
                                  words[3] == std::string("-") ? std::getenv("PH_TOKEN") : words[3]);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(words[4]));
    while (!allEnded(client)) {
        if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("jobs still wait or run");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 5) return std::fprintf(stderr, "usage: bench_wait_ended PORT CA_FILE TOKEN SECONDS\n"), 2;
    try {
        return run(words);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "wait: %s\n", error.what());
        return 1;
    }
}
