// Measures, in turn, a job's way from the request to its first instruction and the same program under bare bwrap.
//   bench_start_latency PORT CA_FILE TOKEN COUNT     prints COUNT lines "OURS BARE" in milliseconds
// Both start `date +%s%N`, so what it needs to be loaded is in both figures.
#include "bench/https_client.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

double sinceMilliseconds(std::int64_t begin, const std::string& stamp) {
    return static_cast<double>(std::stoll(stamp) - begin) / 1e6;
}

double ours(ph::bench::HttpsClient& client) {
    const std::string spec =
        R"({"name":"start","command":["date","+%s%N"],"resources":{"cpu":0.5,"memory":"64MiB","scratch":"64MiB"}})";
    const auto begin = now();
    const std::string id = ph::bench::submit(client, spec);
    // Until the task has started there is no log to follow, or an empty one; asking seldom leaves the controller its
    // processor.
    auto log = client.call("GET", "/jobs/" + id + "/log?follow=true");
    for (int tries = 0; (log.status == 409 || log.body.empty()) && tries < 500; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        log = client.call("GET", "/jobs/" + id + "/log?follow=true");
    }
    if (log.status != 200 || log.body.empty())
        throw std::runtime_error("no log of job " + id + ": " + log.body + client.call("GET", "/jobs/" + id).body);
    return sinceMilliseconds(begin, log.body);
}

double bare() {
    const std::array<const char*, 26> words{
        "bwrap",  "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/usr",
        "/usr",   "--symlink",     "usr/lib",           "/lib",          "--symlink", "usr/lib64",
        "/lib64", "--symlink",     "usr/bin",           "/bin",          "--proc",    "/proc",
        "--dev",  "/dev",          "--tmpfs",           "/tmp",          "--",        "date",
        "+%s%N",  nullptr};
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    pid_t child = 0;
    const auto begin = now();
    const int failed =
        posix_spawnp(&child, "bwrap", &actions, nullptr, const_cast<char* const*>(words.data()), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed) throw std::runtime_error("bwrap cannot be started");
    std::array<char, 64> text{};
    const auto count = read(ends[0], text.data(), text.size() - 1);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (count <= 0 || status != 0) throw std::runtime_error("bwrap failed");
    return sinceMilliseconds(begin, text.data());
}

int run(char** words) {
    ph::bench::HttpsClient client(static_cast<std::uint16_t>(std::atoi(words[1])), words[2],
                                  words[3] == std::string("-") ? std::getenv("PH_TOKEN") : words[3]);
    const int count = std::atoi(words[4]);
    ours(client);  // the first pays for what is loaded once
    bare();
    for (int i = 0; i < count; ++i) {
        // Uneven pauses: a loop that looks at regular intervals must not be met in step.
        std::this_thread::sleep_for(std::chrono::milliseconds(200 + i * 37 % 173));
        const double first = ours(client);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        std::printf("%.2f %.2f\n", first, bare());
    }
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 5) return std::fprintf(stderr, "usage: bench_start_latency PORT CA_FILE TOKEN COUNT\n"), 2;
    try {
        return run(words);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "start latency: %s\n", error.what());
        return 1;
    }
}
